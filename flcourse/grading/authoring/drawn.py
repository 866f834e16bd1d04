"""Draw the instances that students try beside the one by hand, from the hidden checks.

The hidden part of a tests cell runs with the reference and a public seed. Of each statement that
touches the answer we keep its text, in which every part that does not depend on the answer has
become a name, and the value of that name. So the statement ::

    checks.close(checks.call(laplacian, A), np.diag(A.sum(axis=1)) - A,
                 what=f"Laplacian of {n} nodes", hint="…")

becomes the following one, with three values::

    checks.close(checks.call(laplacian, v0), v1, what=v2, hint="…")

What compares is kept, what computes is not. Loops and conditions of the hidden part are gone, since
what is kept is what ran.

Statements that share a result of the answer belong together; such a group is one instance.
"""

from __future__ import annotations

import ast
import builtins
import copy
import hashlib
import io
import os
import zlib
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from flcourse.grading import checks, codec
from flcourse.grading.authoring.tryout import others
from flcourse.grading.instances import SUFFIX, Instances, run, stored, write
from flcourse.grading.names import module_names
from flcourse.grading.official import trusted
from flcourse.grading.script import HIDDEN, Cell, Script, read_script, replace_regions

__all__ = ["SEEDS", "Split", "build", "draw", "has_instances", "key", "keys"]

SEEDS = tuple(f"instance {number}" for number in range(1, 7))
LARGEST = 4_000  # bytes of an instance that is preferred to a larger one
KEEP, BEGIN = "__keep__", "__begin__"
BLOCKS = (ast.For, ast.While, ast.If, ast.With)
Step = tuple[int, dict[str, Any]]
Group = list[Step]


def key(tests: Cell, answer: Cell | None) -> str:
    """Return what instances are found by: the id of a cell, and a digest of its text and answer."""
    texts = [tests.source, answer.source if answer else ""]
    digest = hashlib.sha256("\n".join(texts).encode()).hexdigest()
    return f"{tests.id}-{digest[:8]}"


def has_instances(tests: Cell) -> bool:
    """Whether a tests cell has a hidden part to draw from."""
    return HIDDEN[0] in tests.source


def keys(script: Script) -> list[str]:
    """Return the keys of all cells of a script that have instances."""
    return [key(c, script.answer_of(c)) for c in script.of_kind("tests") if has_instances(c)]


def build(root: Path, stem: str, *, check: bool = False) -> dict[Path, bool]:
    """Draw the instances of an assignment into the file beside its released notebook.

    Where the text is the one that they were drawn from, the file is left as it is: on another
    machine the last bits of its numbers would be others.

    Parameters
    ----------
    root : pathlib.Path
        The checkout.
    stem : str
        Name of the assignment.
    check : bool
        Write nothing, only look.

    Returns
    -------
    dict of pathlib.Path to bool
        The file, and whether it was out of date; empty if nothing can be drawn.

    Raises
    ------
    ScriptError
        If no instance can be drawn from a hidden check; the message says why.
    """
    script = read_script(root / "solutions" / f"{stem}.py")
    place = root / "exercises" / stem / f"{stem}{SUFFIX}"
    wanted = keys(script)
    stale = wanted != (stored(place) if place.is_file() else [])
    if stale and not check:
        file = io.BytesIO()
        write(file, draw(script))
        place.write_bytes(file.getvalue())
    return {place: stale} if wanted else {}


def draw(script: Script, seeds: Sequence[str] = SEEDS) -> dict[str, Instances]:
    """Return the instances of all tests cells, by their keys."""
    namespace: dict[str, Any] = {"__name__": "__main__"}
    found = {}
    for cell in script.cells:
        if cell.kind in {"given", "answer"} and not cell.markdown:
            trusted.run(cell.source, cell.id, namespace)
        if cell.kind == "tests" and has_instances(cell):
            answer = script.answer_of(cell)
            found[key(cell, answer)] = _of_cell(script, cell, answer, namespace, seeds)
    return found


def _of_cell(
    script: Script,
    cell: Cell,
    answer: Cell | None,
    namespace: Mapping[str, Any],
    seeds: Sequence[str],
) -> Instances:
    visible, hidden = replace_regions(cell.source, HIDDEN), _hidden(cell.source)
    split = Split(visible, hidden, module_names(answer.source)[1] if answer else set())
    runs = []
    for seed in seeds:
        with _seeded(seed):
            runs.append(split.run(dict(namespace)))
        if split.lines and not runs[-1]:
            rule = f"no instance can be drawn from its hidden checks: {split.why}"
            script.refuse([(cell.line, cell.name, rule)])
    chosen = [[(split.lines[line], values) for line, values in one] for one in _chosen(runs)]
    lines = tuple(dict.fromkeys(line for group in chosen for line, _ in group))
    numbers = tuple(tuple((lines.index(line), values) for line, values in g) for g in chosen)
    found = Instances(lines, numbers)
    if why := _fails(found, visible, namespace):
        script.refuse([(cell.line, cell.name, f"an instance that was drawn {why}")])
    return found


def _fails(found: Instances, visible: str, namespace: Mapping[str, Any]) -> str:
    """Say how the reference fails on an instance, or nothing."""
    space = dict(namespace)
    exec(compile(visible, "<visible>", "exec"), space)
    for number in range(1, len(found.numbers) + 1):
        try:
            run(found, number, space)
        except Exception as error:
            return f"ends in {type(error).__name__}, with the reference solution: {error}"
    return ""


def _chosen(runs: Sequence[Sequence[Group]]) -> Iterator[Group]:
    """Yield a group of each run, none if all are the same for every seed.

    What is the same for every seed is a case that the author wanted to be hidden, perhaps the
    answer itself, and not drawn.
    """
    packed = [[_packed(group) for group in groups] for groups in runs]
    same = set(packed[0]).intersection(*packed[1:]) if packed else set()
    for number, (groups, texts) in enumerate(zip(runs, packed, strict=True)):
        drawn = [(len(t), g) for t, g in zip(texts, groups, strict=True) if t not in same]
        small = [group for size, group in drawn if size <= LARGEST]
        if drawn:
            usual = min(drawn, key=lambda pair: pair[0])[1]
            yield small[number % len(small)] if small else usual


def _packed(group: Group) -> bytes:
    """Return a group as it takes room in the file."""
    tree, buffers = codec.encode([[line, values] for line, values in group])
    return zlib.compress(b"\0".join([str(tree).encode(), *buffers]))


def _hidden(source: str) -> str:
    """Return the hidden part of a cell."""
    begin, end = HIDDEN
    return source.partition(begin)[2].partition(end)[0]


@contextmanager
def _seeded(seed: str) -> Iterator[None]:
    before = os.environ.get(checks.SEED_VARIABLE)
    os.environ[checks.SEED_VARIABLE] = seed
    try:
        yield
    finally:
        if before is None:
            del os.environ[checks.SEED_VARIABLE]
        else:
            os.environ[checks.SEED_VARIABLE] = before


@dataclass
class Split:
    """A tests cell with its hidden part taken apart.

    ``lines`` holds what is kept of its statements; ``why`` says why a statement could not be used.
    """

    visible: str
    hidden: str
    answer: set[str]
    lines: list[str] = field(default_factory=list)
    why: str = ""

    def __post_init__(self) -> None:
        tree = ast.parse(self.hidden)
        shown = ast.parse(self.visible)
        self.known = set().union(*module_names(self.visible)[:2]) | self.answer
        self.own = {node.name for node in tree.body if isinstance(node, ast.FunctionDef)}
        before = _touched(shown.body, set(self.answer))
        anew = set().union(*map(_stored, tree.body))
        self.touched = _touched(tree.body, before - anew)
        # Visible functions that would not find what the hidden part gives them.
        functions = (node for node in shown.body if isinstance(node, ast.FunctionDef))
        self.lost = {node.name for node in functions if _free(node) & anew}
        self.reads: list[set[str]] = []
        self.program = ast.Module([new for node in tree.body for new in self._statement(node)], [])

    def run(self, namespace: dict[str, Any]) -> list[list[Step]]:
        """Run the cell and return its groups of statements with their values."""
        trace: list[Step] = []

        def begin(line: int) -> None:
            trace.append((line, {}))

        def keep(name: str, value: Any) -> Any:
            tree, buffers = codec.encode(value)
            line, values = trace[-1]
            again = name in values and codec.encode(values[name]) != (tree, buffers)
            odd = next(others(tree), "") or ("several values" if again else "")
            values[name] = codec.decode(tree, buffers)
            if odd:
                self.why = f"{self.lines[line]!r} needs {odd}"
                values[name] = _UNFIT
            return value

        namespace |= {BEGIN: begin, KEEP: keep}
        exec(compile(self.visible, "<visible>", "exec"), namespace)
        program = ast.fix_missing_locations(copy.deepcopy(self.program))
        exec(compile(program, "<hidden>", "exec"), namespace)
        return [group for group in self._groups(trace) if self._fit(group)]

    # ------------------------------------------------------------------ taking apart

    def _statement(self, node: ast.stmt) -> list[ast.stmt]:
        """Return what runs in place of a hidden statement."""
        if isinstance(node, BLOCKS) and not self._depends(_header(node)):
            for block in ("body", "orelse"):
                inner = [new for part in getattr(node, block, []) for new in self._statement(part)]
                setattr(node, block, inner)
            return [node]
        if isinstance(node, ast.FunctionDef) or not self._depends(node):
            return [node]
        line = len(self.lines)
        inside = _stored(node) if isinstance(node, BLOCKS) else set()
        apart = _Apart(self, line, inside)
        kept = ast.fix_missing_locations(apart.visit(copy.deepcopy(node)))
        self.lines.append(ast.unparse(kept))
        self.reads.append(apart.reads)
        self.why = apart.why or self.why
        running = _Apart(self, line, inside, running=True).visit(node)
        call = ast.Call(ast.Name(BEGIN, ast.Load()), [ast.Constant(line)], [])
        return [ast.Expr(call), running]

    def _depends(self, *nodes: ast.AST) -> bool:
        """Whether a part of the text touches a result of the answer."""
        return any(
            isinstance(part, ast.Name) and part.id in self.touched
            for node in nodes
            for part in ast.walk(node)
        )

    # ------------------------------------------------------------------ putting together

    def _groups(self, trace: Sequence[Step]) -> list[list[Step]]:
        """Put statements together that share a name, in the order in which they ran."""
        groups: list[list[int]] = []  # numbers of steps
        home: dict[str, list[int]] = {}  # who has given a name its meaning last
        for number, (line, _) in enumerate(trace):
            gives = set().union(*map(_stored, ast.parse(self.lines[line]).body)) & self.touched
            group = [number]
            for other in [home[name] for name in self.reads[line] if name in home]:
                if all(other is not one for one in groups):
                    continue  # it has been put together with this one
                group += other
                groups = [one for one in groups if one is not other]
            groups.append(group)
            home = {name: group if one[0] in group else one for name, one in home.items()}
            home |= dict.fromkeys(gives, group)
        return [[trace[number] for number in sorted(group)] for group in groups]

    def _fit(self, group: Sequence[Step]) -> bool:
        """Whether a group checks something, and needs nothing of the hidden part."""
        names = {part.id for line, _ in group for part in ast.walk(ast.parse(self.lines[line]))
                 if isinstance(part, ast.Name)}  # fmt: skip
        values = {name: value for _, step in group for name, value in step.items()}
        missing = {name for name in names if name.startswith("_v_")} - set(values)
        secret = names & (self.own - self.known)
        if lost := names & self.lost:
            self.why = f"the hidden part changes what {min(lost)} reads"
        return bool(
            names & self.touched and not missing and not secret and not lost
            and not any(value is _UNFIT for value in values.values())
        )  # fmt: skip


_UNFIT = object()


class _Apart(ast.NodeTransformer):
    """Gives each part of a statement that does not depend on the answer a name."""

    def __init__(self, split: Split, line: int, inside: set[str], *, running: bool = False) -> None:
        self.split, self.line, self.running = split, line, running
        self.bound = [set(inside)]
        self.count, self.why = 0, ""
        self.reads: set[str] = set()

    def visit(self, node: ast.AST) -> Any:
        """Replace the largest parts that do not depend on the answer."""
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load):
            self.reads |= {node.id} & self.split.touched
        if isinstance(node, ast.AugAssign):
            self.reads |= _roots(node.target) & self.split.touched
        if isinstance(node, ast.expr) and self._is_ours(node):
            return self._named(node)
        if isinstance(node, ast.ListComp | ast.SetComp | ast.GeneratorExp | ast.DictComp):
            return self._within(node, {n for g in node.generators for n in _roots(g.target)})
        if isinstance(node, ast.Lambda):
            return self._within(node, {a.arg for a in node.args.args})
        if isinstance(node, ast.Call):
            return self._call(node)
        if isinstance(node, ast.FormattedValue):  # not how it is written
            node.value = self.visit(node.value)
            return node
        return self.generic_visit(node)

    def _within(self, node: ast.AST, names: set[str]) -> ast.AST:
        self.bound.append(self.bound[-1] | names)
        try:
            return self.generic_visit(node)
        finally:
            self.bound.pop()

    def _call(self, node: ast.Call) -> ast.AST:
        """Visit the arguments of a call; the function itself stays what it is."""
        if not isinstance(node.func, ast.Name | ast.Attribute) or self._of_result(node.func):
            node.func = self.visit(node.func)
        else:
            root = _root(node.func)
            self.reads |= {root} & self.split.touched
            if root in self.split.own and root not in self.split.known:
                self.why = f"{root} is hidden; define it above the hidden checks"
            if isinstance(node.func, ast.Attribute) and root not in self.split.known:
                node.func.value = self.visit(node.func.value)  # such as found in found.get(pair)
        node.args = [self.visit(part) for part in node.args]
        node.keywords = [self.visit(part) for part in node.keywords]
        return node

    def _of_result(self, function: ast.expr) -> bool:
        """Whether a function is a method of something that is computed, such as got.ravel."""
        return isinstance(function, ast.Attribute) and not _root(function)

    def _is_ours(self, node: ast.expr) -> bool:
        if isinstance(node, ast.Constant | ast.Slice | ast.Starred | ast.FormattedValue):
            return False
        if isinstance(getattr(node, "ctx", None), ast.Store | ast.Del) or self._mixed(node):
            return False
        if isinstance(node, ast.Name | ast.Attribute) and (root := _root(node)):
            imported = module_names(self.split.visible)[0] | module_names(self.split.hidden)[0]
            return root not in imported and not hasattr(builtins, root)
        return any(isinstance(part, ast.Name) for part in ast.walk(node))  # else it says itself

    def _mixed(self, node: ast.expr) -> bool:
        """Whether a part touches the answer, or has names that only this statement knows."""
        names = {part.id for part in ast.walk(node) if isinstance(part, ast.Name)}
        slices = any(isinstance(part, ast.Slice) for part in _outside_subscripts(node))
        return bool(names & (self.split.touched | self.bound[-1])) or slices

    def _named(self, node: ast.expr) -> ast.expr:
        name = f"_v_{self.line}_{self.count}"
        self.count += 1
        if not self.running:
            return ast.Name(name, ast.Load())
        return ast.Call(ast.Name(KEEP, ast.Load()), [ast.Constant(name), node], [])


def _outside_subscripts(node: ast.AST) -> Iterator[ast.AST]:
    """Yield the parts of an expression, but not what stands in brackets behind a value."""
    yield node
    for child in ast.iter_child_nodes(node):
        if not (isinstance(node, ast.Subscript) and child is node.slice):
            yield from _outside_subscripts(child)


def _touched(body: Sequence[ast.stmt], names: set[str]) -> set[str]:
    """Return the names that hold results of the answer, and of functions that call it."""
    while True:
        before = len(names)
        for node in (part for one in body for part in _statements(one)):
            if isinstance(node, ast.FunctionDef):
                names |= {node.name} if _free(node) & names else set()
            elif _reads(node) & names:
                names |= _given(node)
        if len(names) == before:
            return names


def _statements(node: ast.stmt) -> Iterator[ast.stmt]:
    """Yield a statement and those inside it, but not those of a function."""
    yield node
    if not isinstance(node, ast.FunctionDef):
        for child in ast.iter_child_nodes(node):
            if isinstance(child, ast.stmt):
                yield from _statements(child)


def _free(function: ast.FunctionDef) -> set[str]:
    """Return the names that a function takes from outside."""
    return module_names(ast.unparse(function))[2]


def _reads(node: ast.AST) -> set[str]:
    """Return the names that a statement reads, of a block only those in its first line."""
    parts = [_header(node)] if isinstance(node, BLOCKS) else [node]
    return {p.id for part in parts for p in ast.walk(part)
            if isinstance(p, ast.Name) and isinstance(p.ctx, ast.Load)}  # fmt: skip


def _header(node: ast.AST) -> ast.AST:
    """Return what the first line of a block computes."""
    if isinstance(node, ast.For):
        return node.iter
    if isinstance(node, ast.While | ast.If):
        return node.test
    assert isinstance(node, ast.With)
    return ast.Tuple([item.context_expr for item in node.items], ast.Load())


def _stored(node: ast.stmt) -> set[str]:
    """Return the names that a statement, or one inside it, gives a meaning."""
    inner = [part for part in _statements(node) if not isinstance(part, ast.FunctionDef)]
    return set().union(*map(_given, inner))


def _given(node: ast.stmt) -> set[str]:
    """Return the names that one statement gives a meaning, or whose values it may change.

    Such as found.append(x) and found[0] = x.
    """
    match node:
        case ast.Assign(targets):
            return set().union(*map(_roots, targets))
        case ast.AugAssign(target) | ast.AnnAssign(target) | ast.For(target):
            return _roots(target)
        case ast.With(items):
            places = [item.optional_vars for item in items if item.optional_vars]
            return set().union(*map(_roots, places))
        case ast.Expr(ast.Call(ast.Attribute() as method)) if _root(method).startswith("_"):
            return {_root(method)}
    return set()


def _roots(target: ast.expr) -> set[str]:
    """Return x and y for x, y and for x[0], y.z."""
    if isinstance(target, ast.Tuple | ast.List):
        return set().union(*map(_roots, target.elts))
    while isinstance(target, ast.Subscript | ast.Attribute | ast.Starred):
        target = target.value
    return {target.id} if isinstance(target, ast.Name) else set()


def _root(node: ast.expr) -> str:
    """Return x for x and x.y.z, "" for anything else."""
    while isinstance(node, ast.Attribute):
        node = node.value
    return node.id if isinstance(node, ast.Name) else ""
