"""A student who pastes: what book and package hold, under the name that a task asks for.

The pieces are the functions of all chapters and of their exercises and solutions, the cells and
formulas of the assignment's own chapter (as the body of a function, with each of their results),
and the public functions of the package. Parameters are renamed and permuted, as far as their
numbers agree.
"""

import ast
import builtins
import contextlib
import copy
import importlib
import inspect
import io
import itertools
import re
import resource
import signal
import warnings
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from flcourse.grading.authoring import bank
from flcourse.grading.official import trusted
from flcourse.grading.script import HIDDEN, replace_regions

ROOT = Path(__file__).resolve().parents[1]
CELL = re.compile(r"^(`{3,})\{code-cell\}[^\n]*\n(.*?)^\1\s*$", re.MULTILINE | re.DOTALL)
LECTURES = (
    "erm", "graph", "gtvmin", "gradient", "fedopt", "fedknn", "dpp", "fedbag", "synthesis",
    "gossip", "convex", "privacy", "messages",
)  # fmt: skip
USEFUL = (np.ndarray, np.generic, int, float, list, tuple, dict, str)
LONGEST = 0.2  # seconds of processor time for a piece on its first arguments, which are few
LONGEST_CHECK = 4.0  # for all checks of a cell
MORE_BYTES = 1 << 30  # of memory, for a piece that takes a number for a size
MOST_ORDERS = 24  # of parameters, for a function
FEW_ORDERS = 6  # for a cell
MOST_RESULTS = 6  # names of a cell that are tried as its result, and in pairs


class TooLongError(Exception):
    """A piece does not end on these arguments."""


@dataclass(frozen=True)
class Task:
    """What a task asks for: a name, its parameters, and its tests cells, visible and whole."""

    name: str
    parameters: tuple[str, ...]
    tests: tuple[tuple[str, float, str, str], ...]  # id, points, visible part, whole
    given: dict


@dataclass(frozen=True)
class Piece:
    """Something to paste: what it needs, and how it reads with other names for that."""

    where: str
    needs: tuple[str, ...]
    least: int  # so many of them at least
    body: tuple[ast.stmt, ...]  # of a cell; a function is called
    results: tuple[str, ...]
    names: dict  # of its chapter: imports and functions


# ---------------------------------------------------------------------- what there is to paste


def chapter(stem):
    """The cells of a chapter as syntax trees."""
    text = (ROOT / "book" / f"{stem}.md").read_text("utf-8")
    trees = []
    for _, source in CELL.findall(text):
        with contextlib.suppress(SyntaxError):
            trees.append(ast.parse(re.sub(r"\A---\n.*?\n---\n", "", _plain(source), flags=re.S)))
    return trees


def _plain(source):
    lines = source.splitlines()
    return "\n".join(line for line in lines if not line.startswith((":", "%"))) + "\n"


def definitions(trees):
    """The names of a chapter that can be pasted: imports and functions."""
    names = {"__name__": "__main__"}
    for node in (node for tree in trees for node in tree.body):
        if isinstance(node, ast.Import | ast.ImportFrom | ast.FunctionDef):
            with contextlib.suppress(Exception):
                exec(compile(ast.Module([node], []), "<book>", "exec"), names)
    return names


def book_pieces(stem, *, cells):
    """The functions of a chapter, and its cells and the bodies of its functions as cells."""
    trees = chapter(stem)
    names = definitions(trees)
    for tree in trees:
        plain = []
        for node in tree.body:
            if isinstance(node, ast.FunctionDef):
                if not node.name.startswith("check_"):
                    yield _function(stem, node.name, names)
                    if cells:
                        yield from _cell(f"{stem}: inside {node.name}", node.body, names)
            elif not isinstance(node, ast.Import | ast.ImportFrom | ast.ClassDef):
                plain.append(node)
        if cells:
            yield from _cell(f"{stem}: a cell", plain, names)


def _function(where, name, names):
    try:
        parameters = inspect.signature(names[name]).parameters.values()
    except (KeyError, TypeError, ValueError):
        parameters = ()
    plain = [p for p in parameters if p.kind in {p.POSITIONAL_ONLY, p.POSITIONAL_OR_KEYWORD}]
    least = sum(p.default is p.empty for p in plain)
    call = ast.parse(f"_result = {name}({', '.join(p.name for p in plain)})").body
    return Piece(f"{where}: {name}", tuple(p.name for p in plain), least, (*call,), (), names)


def _cell(where, statements, names):
    """A piece for these statements, and one for the body of each loop in them."""
    for node in statements:
        if isinstance(node, ast.For):
            yield from _cell(f"{where}, a loop", node.body, names)
    body, results, expression = [], [], None
    for node in statements:
        if isinstance(node, ast.Return):
            expression = node.value
        elif isinstance(node, ast.Expr):
            expression = None if _speaks(node) else node.value
        elif not _draws(node):
            body.append(node)
            results += [n.id for n in ast.walk(node)
                        if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Store)]  # fmt: skip
    if expression is not None:
        body.append(ast.Assign([ast.Name("_result", ast.Store())], expression, lineno=1))
        results.append("_result")
    if not results:
        return
    module = ast.unparse(ast.Module(body, []))
    bound = set(results) | set(names) | set(dir(builtins))
    loaded = [n.id for n in ast.walk(ast.parse(module)) if isinstance(n, ast.Name)]
    needs = tuple(dict.fromkeys(name for name in loaded if name not in bound))
    ends = tuple(dict.fromkeys(reversed(results)))[:MOST_RESULTS]
    yield Piece(where, needs, len(needs), tuple(ast.parse(module).body), ends, names)


def expressions(stem):
    """Every formula in the code of a chapter, as the one line of a function, dense for sparse."""
    trees = chapter(stem)
    names = definitions(trees)
    formulas = (ast.Call, ast.BinOp, ast.Compare, ast.ListComp, ast.Subscript, ast.Tuple)
    nodes = [node for tree in trees for node in ast.walk(tree) if isinstance(node, formulas)]
    loads = [n for n in nodes if isinstance(getattr(n, "ctx", ast.Load()), ast.Load)]
    texts = set(map(ast.unparse, loads))
    for text in sorted({text.replace(".toarray()", "") for text in texts if len(text) < 200}):
        if not text.startswith(("print(", "plt.", "ax.", "fig.", "practice(", "plots.")):
            with contextlib.suppress(SyntaxError):
                yield from _cell(f"{stem}: {text}", ast.parse(text).body, names)


def _draws(node):
    """Whether a statement makes or fills a figure."""
    words = ast.unparse(node)
    return "plt." in words or "ax." in words or "plots." in words


def _speaks(node):
    """Whether an expression prints or draws, and is no result."""
    call = node.value
    words = ast.unparse(call).split("(")[0] if isinstance(call, ast.Call) else ""
    text = isinstance(call, ast.Constant)
    return text or words == "print" or words.startswith(("ax", "fig", "plt", "plots"))


def package_pieces():
    """The public functions of the package: imported, assigned to the asked name."""
    for name in (*LECTURES, "losses", *(f"engine.{lecture}" for lecture in LECTURES)):
        try:
            module = importlib.import_module(f"flcourse.{name}")
        except ImportError:
            continue
        names = {key: getattr(module, key) for key in getattr(module, "__all__", ())}
        for key, value in names.items():
            if inspect.isfunction(value):
                yield _function(f"flcourse.{name}", key, names)


# ---------------------------------------------------------------------- pasting


def tasks(script):
    """What an assignment asks for, with the names of its given cells."""
    given = {"__name__": "__main__"}
    for cell in script.of_kind("given"):
        if not cell.markdown:
            trusted.run(cell.source, cell.id, given)
    for answer in script.of_kind("answer"):
        (node,) = [n for n in ast.parse(answer.source).body if isinstance(n, ast.FunctionDef)][:1]
        cells = bank.tests_of(script, answer.id)
        tests = tuple((c.id, c.points, replace_regions(c.source, HIDDEN), c.source) for c in cells)
        parameters = tuple(argument.arg for argument in node.args.args)
        yield Task(node.name, parameters, tests, given)


def earned(task, pieces):
    """Points of the tests cells of a task that pasting earns, and what earns them."""
    found = {}
    first = _first_arguments(task)
    for piece in pieces:
        for source in _pasted(task, piece, first):
            for name, _, visible, whole in task.tests:
                if name not in found and _passes(task, piece, source, visible, whole):
                    found[name] = piece.where
        if len(found) == len(task.tests):
            break
    return sum(points for name, points, _, _ in task.tests if name in found), found


def worth(task, answers):
    """Points that the best of some texts of an answer earns in a task."""
    bare = Piece("", (), 0, (), (), {"np": np})
    return max(
        (
            sum(points for _, points, seen, whole in task.tests
                if _passes(task, bare, text, seen, whole))
            for text in answers
        ),
        default=0.0,
    )  # fmt: skip


def _pasted(task, piece, arguments):
    """The texts of an answer that is this piece, with the parameters in each order that runs."""
    most = min(len(piece.needs), len(task.parameters))
    if most < piece.least or (task.parameters and not piece.needs):
        return
    for count in range(max(piece.least, 1 if piece.needs else 0), most + 1):
        needs = piece.needs[:count]
        most_orders = FEW_ORDERS if piece.results else MOST_ORDERS
        for order in itertools.islice(_orders(needs, task.parameters), most_orders):
            renamed = dict(zip(needs, order, strict=True))
            yield from _texts(task, piece, renamed, arguments)


def _orders(needs, parameters):
    """Parameters for the needs: the same names first, then by place, then each permutation."""
    if set(needs) <= set(parameters):
        yield needs
    yield from itertools.permutations(parameters, len(needs))


def _texts(task, piece, renamed, arguments):
    """The texts of one order, for each result; none if it does not run on the first arguments."""
    head = f"def {task.name}({', '.join(task.parameters)}):\n"
    if not piece.results:
        call = f"{piece.body[0].value.func.id}({', '.join(renamed.values())})"
        if _value(task, piece, f"{head}    return {call}\n", arguments) is not None:
            yield f"{head}    return {call}\n"
        return
    taken = [f"{name} = {value}" for name, value in renamed.items() if name != value]
    lines = [*taken, *"\n".join(map(ast.unparse, piece.body)).splitlines()]
    inside = head + "".join(f"    {line}\n" for line in lines)
    values = _value(task, piece, f"{inside}    return dict(locals())\n", arguments) or {}
    useful = [name for name in piece.results if isinstance(values.get(name), USEFUL)]
    pairs = [f"{a}, {b}" for a, b in itertools.permutations(useful[:3], 2)]
    for result in (*useful, *pairs):
        yield f"{inside}    return {result}\n"


def _first_arguments(task):
    """The arguments of the first call in the visible checks."""
    seen = []
    names = {**task.given, task.name: lambda *args, **kwargs: seen.append(args)}
    trusted.run(task.tests[0][2], "first", names)
    return seen[0] if seen else ()


def _value(task, piece, source, arguments):
    """What a text returns on these arguments, None if it fails."""
    names = {**task.given, **piece.names}
    try:
        with _quiet(), _in_time(LONGEST):
            exec(compile(source, "<pasted>", "exec"), names)
            return names[task.name](*copy.deepcopy(arguments))
    except (Exception, SystemExit):
        return None


def _passes(task, piece, source, visible, whole):
    names = {**task.given, **piece.names}
    try:
        with _quiet(), _in_time(LONGEST_CHECK):
            exec(compile(source, "<pasted>", "exec"), names)
            answer = {**task.given, task.name: names[task.name]}
            return not (
                trusted.run(visible, "pasted", {**answer}).message
                or trusted.run(whole, "pasted", {**answer}).message
            )
    except (Exception, SystemExit):
        return False


@contextlib.contextmanager
def _quiet():
    with (
        contextlib.redirect_stdout(io.StringIO()),
        contextlib.redirect_stderr(io.StringIO()),
        warnings.catch_warnings(),
    ):
        warnings.simplefilter("ignore")
        yield


@contextlib.contextmanager
def _in_time(seconds):
    running = [True]

    def stop(number, frame):
        if running:
            raise TooLongError

    before = signal.signal(signal.SIGPROF, stop)
    pages = int(Path("/proc/self/statm").read_text().split()[0])
    soft, hard = resource.getrlimit(resource.RLIMIT_AS)
    resource.setrlimit(resource.RLIMIT_AS, (pages * resource.getpagesize() + MORE_BYTES, hard))
    signal.setitimer(signal.ITIMER_PROF, seconds)
    try:
        yield
    finally:
        running.clear()  # from here on nothing is stopped half-way
        signal.setitimer(signal.ITIMER_PROF, 0)
        resource.setrlimit(resource.RLIMIT_AS, (soft, hard))
        signal.signal(signal.SIGPROF, before)


def everything(stem):
    """All pieces, those of the own chapter first, whose cells are tried, too."""
    own = list(book_pieces(stem, cells=True))
    others = [piece for other in LECTURES if other != stem
              for piece in book_pieces(other, cells=False)]  # fmt: skip
    return [*own, *expressions(stem), *others, *package_pieces()]
