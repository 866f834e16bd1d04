"""Mutants: the reference solution with one thing wrong, made by machine.

Each operator makes one small change in the syntax tree of an answer, as a slip of the keyboard or
of the mind would: another sign, another constant, a statement or a factor lost, two arguments
swapped. Checks that a mutant passes are blind to this slip, unless the mutant still computes the
same: then ``solutions/bank/<stem>/equivalent.toml`` lists it, under the id of its answer, with the
reason::

    [[solve]]
    operator = "another constant"
    line = "return np.linalg.solve(Q, -q / 2)"
    became = "return np.linalg.lstsq(Q, -q / 2, rcond=None)[0]"  # or a list of such lines
    reason = "Q is regular, so the least-squares solution is the solution."

An entry names its mutant by the operator and by the line before and after, so that one that fits
no mutant any more is noticed. (After R. DeMillo, R. Lipton, F. Sayward, "Hints on test data
selection: help for the practicing programmer", Computer 11(4), 1978.)
"""

from __future__ import annotations

import ast
import copy
import tomllib
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import zip_longest
from pathlib import Path
from typing import Any

from flcourse.grading.authoring import bank
from flcourse.grading.script import Script, ScriptError

__all__ = ["ENOUGH", "Mutant", "as_entry", "mutants", "mutants_of", "read_equivalents"]

ENOUGH = 20  # mutants of a task; something is inserted only where there are fewer
TOLERANCE = 1e-6  # a smaller constant only says what counts as zero

Change = tuple[str, ast.AST]


@dataclass(frozen=True)
class Mutant:
    """The answer to a task with one change: ``line`` of the reference ``became`` another."""

    task: str
    operator: str
    line: str
    became: str
    source: str

    @property
    def key(self) -> tuple[str, str, str]:
        """What names the mutant within its task."""
        return self.operator, self.line, self.became


def mutants(script: Script) -> list[Mutant]:
    """Return the mutants of every answer that tests cells check, in the order of the script."""
    sources = {cell.id: cell.source for cell in script.of_kind("answer")}
    return [mutant for task in bank.tasks(script) for mutant in mutants_of(task, sources[task])]


def mutants_of(task: str, source: str) -> list[Mutant]:
    r"""Return the different mutants of one answer.

    Examples
    --------
    >>> for mutant in mutants_of("half", "def half(x):\n    return x / 2")[:3]:
    ...     print(f"{mutant.operator}: {mutant.became}")
    statement lost: pass
    part of the result: return (x / 2)[:1]
    another operation: return x * 2
    """
    tree = ast.parse(source)
    original = ast.unparse(tree)
    found: dict[str, str] = {}
    for operators in (_slips, _insertions):
        if len(found) < ENOUGH:
            for operator, text in _texts(tree, operators):
                if text != original:
                    found.setdefault(text, operator)
    times: Counter[tuple[str, ...]] = Counter()
    made = []
    for text, operator in found.items():
        line, became = _difference(original, text)
        times[operator, line, became] += 1
        place = times[operator, line, became]
        if place > 1:  # the same change to an equal line further down
            became += f"  # place {place}"
        made.append(Mutant(task, operator, line, became, text))
    return made


def _texts(tree: ast.AST, operators: Any) -> Iterator[tuple[str, str]]:
    """Put every change into the tree, one at a time, and return it as text."""
    for holder, field, place, names in list(_slots(tree, ())):
        value = getattr(holder, field)
        node = value if place is None else value[place]
        for operator, new in operators(node, names):
            changed = new if place is None else [*value[:place], new, *value[place + 1 :]]
            setattr(holder, field, changed)
            try:
                yield operator, ast.unparse(tree)
            finally:
                setattr(holder, field, value)


def _slots(
    node: ast.AST, names: tuple[str, ...]
) -> Iterator[tuple[ast.AST, str, int | None, tuple[str, ...]]]:
    """Places in the tree that hold code to change, with the parameters in scope."""
    if isinstance(node, ast.FunctionDef | ast.Lambda):
        arguments = node.args
        names += tuple(a.arg for a in (*arguments.args, *arguments.kwonlyargs))
    for field, value in ast.iter_fields(node):
        if field in {"decorator_list", "annotation", "returns"}:
            continue
        for place, child in enumerate(value) if isinstance(value, list) else [(None, value)]:
            if isinstance(child, ast.AST) and not _is_no_code(child):
                yield node, field, place, names
                yield from _slots(child, names)


def _is_no_code(node: ast.AST) -> bool:
    """Whether a node is a docstring or an import, which nobody gets wrong in an interesting way."""
    text = isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
    return text or isinstance(node, ast.Import | ast.ImportFrom | ast.expr_context)


def _difference(original: str, text: str) -> tuple[str, str]:
    """Return the lines of the original that changed, and what they became."""
    old, new = original.splitlines(), text.splitlines()
    start = _common(old, new)
    end = _common(old[start:][::-1], new[start:][::-1])
    lines = [part[start : len(part) - end] for part in (old, new)]
    before, after = ("; ".join(line.strip() for line in part) for part in lines)
    return before, after or "(nothing)"


def _common(old: Sequence[str], new: Sequence[str]) -> int:
    """Count the equal lines at the start."""
    pairs = zip_longest(old, new)
    return next(k for k, (a, b) in enumerate(pairs) if a != b)


# ---------------------------------------------------------------------- operators

OPERATIONS: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub, ast.Sub: ast.Add, ast.Mult: ast.Div, ast.Div: ast.Mult,
    ast.FloorDiv: ast.Div, ast.Mod: ast.Mult, ast.Pow: ast.Mult, ast.MatMult: ast.Mult,
    ast.BitAnd: ast.BitOr, ast.BitOr: ast.BitAnd,
}  # fmt: skip
COMPARISONS: dict[type[ast.cmpop], tuple[type[ast.cmpop], ...]] = {
    ast.Lt: (ast.LtE, ast.GtE), ast.LtE: (ast.Lt, ast.Gt),
    ast.Gt: (ast.GtE, ast.LtE), ast.GtE: (ast.Gt, ast.Lt),
    ast.Eq: (ast.NotEq,), ast.NotEq: (ast.Eq,), ast.Is: (ast.IsNot,), ast.IsNot: (ast.Is,),
    ast.In: (ast.NotIn,), ast.NotIn: (ast.In,),
}  # fmt: skip
ONE_WAY = (ast.Sub, ast.Div, ast.MatMult, ast.Pow, ast.FloorDiv, ast.Mod)
TWINS = [
    ("sum", "mean"), ("min", "max"), ("minimum", "maximum"), ("argmin", "argmax"),
    ("floor", "ceil"), ("any", "all"), ("zeros", "ones"), ("zeros_like", "ones_like"),
    ("sqrt", "square"), ("exp", "log"), ("sin", "cos"), ("triu", "tril"), ("cumsum", "cumprod"),
    ("median", "mean"), ("prod", "sum"), ("var", "std"), ("hstack", "vstack"), ("abs", "negative"),
]  # fmt: skip
# Dropping these calls changes the type of a value, not what it means.
CONVERTERS = {"int", "float", "bool", "list", "tuple", "array", "asarray", "copy", "tolist"}
# Dropping these leaves something of another kind, which tells nothing about the checks.
SHAPELESS = {"len", "range", "zip", "enumerate", "zeros", "ones", "eye", "empty", "full"}
EITHER_ORDER = {"max", "min", "maximum", "minimum", "hypot", "union1d", "intersect1d"}
MATTER_LITTLE = {"dtype", "strict", "copy", "rcond"}


def _slips(node: Any, names: tuple[str, ...]) -> Iterator[Change]:
    """Make every change of one node that somebody might make by a slip."""
    for kind, operator in OPERATORS:
        if isinstance(node, kind):
            yield from operator(node)


def _insertions(node: Any, names: tuple[str, ...]) -> Iterator[Change]:
    """Take another parameter, or something added: more mutants of a short answer."""
    if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load) and node.id in names:
        for name in dict.fromkeys(names):
            if name != node.id:
                yield "another parameter", ast.Name(name, ast.Load())
    if isinstance(node, ast.BinOp | ast.Call):
        yield "sign added", ast.UnaryOp(ast.USub(), node)
        yield "one added", ast.BinOp(node, ast.Add(), ast.Constant(1))
        yield "doubled", ast.BinOp(ast.Constant(2), ast.Mult(), node)


def _statement(node: ast.stmt) -> Iterator[Change]:
    if not isinstance(node, ast.FunctionDef | ast.ClassDef | ast.Pass):
        yield "statement lost", ast.Pass()


def _result(node: ast.Return) -> Iterator[Change]:
    if isinstance(node.value, ast.Tuple):
        for lost in range(len(node.value.elts)):
            kept = [part for place, part in enumerate(node.value.elts) if place != lost]
            part = kept[0] if len(kept) == 1 else ast.Tuple(kept, ast.Load())
            yield "part of the result", ast.Return(part)
    elif node.value is not None:
        start = ast.Slice(None, ast.Constant(1), None)
        yield "part of the result", ast.Return(ast.Subscript(node.value, start, ast.Load()))


def _operation(node: ast.BinOp) -> Iterator[Change]:
    other = OPERATIONS.get(type(node.op))
    if other:
        yield "another operation", ast.BinOp(node.left, other(), node.right)
    if isinstance(node.op, ONE_WAY):
        yield "operands swapped", ast.BinOp(node.right, node.op, node.left)
    yield "operand lost", node.left
    yield "operand lost", node.right


def _update(node: ast.AugAssign) -> Iterator[Change]:
    other = OPERATIONS.get(type(node.op))
    if other:
        yield "another operation", ast.AugAssign(node.target, other(), node.value)
    yield "overwrites", ast.Assign([node.target], node.value, lineno=0)


def _sign(node: ast.UnaryOp) -> Iterator[Change]:
    yield "sign or not lost", node.operand


def _comparison(node: ast.Compare) -> Iterator[Change]:
    for place, op in enumerate(node.ops):
        for other in COMPARISONS[type(op)]:
            ops = [*node.ops[:place], other(), *node.ops[place + 1 :]]
            yield "another comparison", ast.Compare(node.left, ops, node.comparators)


def _connective(node: ast.BoolOp) -> Iterator[Change]:
    other = ast.And() if isinstance(node.op, ast.Or) else ast.Or()
    yield "and for or", ast.BoolOp(other, node.values)


def _condition(node: ast.If | ast.IfExp | ast.While) -> Iterator[Change]:
    for always in (True, False):
        if always and isinstance(node, ast.While):
            continue  # would only cost time
        new = copy.copy(node)
        new.test = ast.Constant(always)
        yield "condition ignored", new


def _filter(node: ast.comprehension) -> Iterator[Change]:
    if node.ifs:
        yield "filter lost", ast.comprehension(node.target, node.iter, [], node.is_async)


def _constant(node: ast.Constant) -> Iterator[Change]:
    value = node.value
    if isinstance(value, bool):
        yield "another constant", ast.Constant(not value)
    elif isinstance(value, int | float):
        tiny = 0 < abs(value) < TOLERANCE
        for other in (0, 1.0) if tiny else (value + 1, value - 1, 2 * value, 0):
            if other != value:
                yield "another constant", _number(other)


def _number(value: float) -> ast.expr:
    """Return a literal; a negative one is a minus before a positive one, as in written code."""
    number = ast.Constant(abs(value))
    return ast.UnaryOp(ast.USub(), number) if value < 0 else number


def _call(node: ast.Call) -> Iterator[Change]:
    name = _name(node.func)
    for pair in TWINS:
        if name in pair:
            twin = pair[1 - pair.index(name)]
            yield "sister function", ast.Call(_renamed(node.func, twin), node.args, node.keywords)
    for place in range(0 if name in EITHER_ORDER else len(node.args) - 1):
        first, second = node.args[place : place + 2]
        args = [*node.args[:place], second, first, *node.args[place + 2 :]]
        yield "arguments swapped", ast.Call(node.func, args, node.keywords)
    for keyword in node.keywords:
        if keyword.arg not in MATTER_LITTLE:
            rest = [other for other in node.keywords if other is not keyword]
            yield "keyword lost", ast.Call(node.func, node.args, rest)
    yield from _unwrapped(node, name)
    if name == "range":
        yield from _shorter(node)


def _unwrapped(node: ast.Call, name: str) -> Iterator[Change]:
    """Lose a call: f(x) and x.f() become x."""
    if name in CONVERTERS | SHAPELESS:
        return
    method = isinstance(node.func, ast.Attribute) and not _is_module(node.func.value)
    if method and isinstance(node.func, ast.Attribute):
        yield "call lost", node.func.value
    elif node.args and not isinstance(node.args[0], ast.Starred | ast.GeneratorExp):
        yield "call lost", node.args[0]


def _is_module(node: ast.expr) -> bool:
    """Whether the owner of an attribute looks like a module, such as np or np.linalg."""
    while isinstance(node, ast.Attribute):
        node = node.value
    return isinstance(node, ast.Name) and node.id in {"np", "scipy", "sparse", "linalg", "math"}


def _shorter(node: ast.Call) -> Iterator[Change]:
    """Leave out the first or the last turn of a loop over a range."""
    one = ast.Constant(1)
    if len(node.args) == 1:
        yield "loop shortened", ast.Call(node.func, [one, node.args[0]], [])
    place = min(1, len(node.args) - 1)
    args = list(node.args)
    args[place] = ast.BinOp(args[place], ast.Sub(), one)
    yield "loop shortened", ast.Call(node.func, args, [])


def _axis(node: ast.keyword) -> Iterator[Change]:
    if node.arg == "axis":
        for axis in (0, 1):
            yield "another axis", ast.keyword("axis", ast.Constant(axis))


def _transpose(node: ast.Attribute) -> Iterator[Change]:
    if node.attr == "T":
        yield "transpose lost", node.value


def _slice(node: ast.Slice) -> Iterator[Change]:
    for field in ("lower", "upper", "step"):
        if getattr(node, field) is not None:
            new = copy.copy(node)
            setattr(new, field, None)
            yield "bound of a slice lost", new


def _jump(node: ast.Break | ast.Continue) -> Iterator[Change]:
    yield "another jump", ast.Continue() if isinstance(node, ast.Break) else ast.Break()


def _name(function: ast.expr) -> str:
    if isinstance(function, ast.Attribute):
        return function.attr
    return function.id if isinstance(function, ast.Name) else ""


def _renamed(function: ast.expr, name: str) -> ast.expr:
    if isinstance(function, ast.Attribute):
        return ast.Attribute(function.value, name, ast.Load())
    return ast.Name(name, ast.Load())


OPERATORS: tuple[tuple[Any, Any], ...] = (
    (ast.stmt, _statement), (ast.Return, _result), (ast.BinOp, _operation),
    (ast.AugAssign, _update), (ast.UnaryOp, _sign), (ast.Compare, _comparison),
    (ast.BoolOp, _connective), ((ast.If, ast.IfExp, ast.While), _condition),
    (ast.comprehension, _filter), (ast.Constant, _constant), (ast.Call, _call),
    (ast.keyword, _axis), (ast.Attribute, _transpose), (ast.Slice, _slice),
    ((ast.Break, ast.Continue), _jump),
)  # fmt: skip


# ---------------------------------------------------------------------- equivalent mutants


def read_equivalents(folder: Path) -> dict[str, dict[tuple[str, str, str], str]]:
    """Return the reason for each mutant that ``folder`` lists as equivalent, by task and key.

    Raises
    ------
    ScriptError
        If the list is no TOML or an entry lacks a field or a reason; the message names it.
    """
    path = folder / "equivalent.toml"
    if not path.exists():
        return {}
    try:
        tasks = tomllib.loads(path.read_text("utf-8"))
    except tomllib.TOMLDecodeError as error:
        raise ScriptError(f"{path}: {error}") from error
    reasons: dict[str, dict[tuple[str, str, str], str]] = {}
    for task, entries in tasks.items():
        for entry in entries if isinstance(entries, list) else [entries]:
            _refuse_incomplete(path, task, entry)
            became = entry["became"]
            for line in became if isinstance(became, list) else [became]:
                key = (entry["operator"], entry["line"], line)
                reasons.setdefault(task, {})[key] = entry["reason"]
    return reasons


def _refuse_incomplete(path: Path, task: str, entry: Any) -> None:
    fields = {"operator", "line", "became", "reason"}
    if not isinstance(entry, dict) or set(entry) != fields:
        raise ScriptError(f"{path}: an entry of {task!r} has {', '.join(sorted(fields))}")
    if not str(entry["reason"]).strip():
        raise ScriptError(f"{path}: {task!r}: no reason why this is equivalent: {entry['became']}")


def as_entry(task: str, named: Mapping[str, str]) -> str:
    """Return the entry of ``equivalent.toml`` for a mutant, with the reason to be filled in."""
    fields = [f"{name} = {_quoted(text)}" for name, text in named.items()]
    return "\n".join([f"[[{task}]]", *fields, 'reason = ""'])


def _quoted(text: str) -> str:
    if "'" not in text:
        return f"'{text}'"
    escaped = text.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'
