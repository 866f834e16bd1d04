"""Rules that a script must keep before it becomes an assignment.

A rule is a generator over the problems of a script, each a line, a cell and the broken rule in
words; :func:`check` runs them all and reports every problem at once. A script that reads well is
then run, see :mod:`flcourse.grading.authoring.tryout`.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Iterator

from flcourse.grading import own_data, predictions
from flcourse.grading.authoring import tryout
from flcourse.grading.labels import CITED
from flcourse.grading.names import BUILTINS, module_names
from flcourse.grading.notebook import RETURN_A_VALUE
from flcourse.grading.script import HIDDEN, SOLUTION, Cell, Script, replace_regions

__all__ = ["RULES", "check", "points_fit_the_syllabus"]

Problem = tuple[int, str, str]
Rule = Callable[[Script], Iterator[Problem]]

FIELDS = {
    "assignment": {"points"},
    "given": {"id"},
    "answer": {"id"},
    "tests": {"id", "points"},
    "manual": {"id", "points"},
}

SYLLABUS = (0, 10)  # points of an assignment: a dry run, or one that counts
SPEAKS = {"print", "warn", "warnings.warn", "sys.stdout.write", "sys.stderr.write"}
# What compares numbers to the last bit.
BITWISE = {"array_equal", "array_equiv", "assert_array_equal", "assert_equal", "allequal"}
# What a value is like that may be compared with ==: a count, a shape, a text.
DISCRETE_CALLS = {
    "len",
    "int",
    "str",
    "type",
    "set",
    "round",
    "shape",
    "ndim",
    "size",
    "count_nonzero",
}
# What a computation with rounding ends in, even where the right result is a whole number.
ROUNDED_CALLS = {"sum", "mean", "average", "median", "norm", "dot", "vdot", "trace", "det", "sqrt"}
DISCRETE_PARTS = {"shape", "ndim", "size", "dtype", "kind", "nnz"}


def check(script: Script, points: float | None = None) -> None:
    """Raise a ScriptError that names file, line, cell and rule if a rule is broken.

    ``points`` is what a syllabus gives for the assignment; without it, 0 and 10 are allowed.
    """
    found = [problem for rule in RULES for problem in rule(script)]
    script.refuse(sorted([*found, *points_fit_the_syllabus(script, points)]))
    script.refuse(sorted(tryout.problems(script)))


def tags_fit_their_kind(script: Script) -> Iterator[Problem]:
    """Each kind of cell has its id and points, and nothing else."""
    for cell in script.cells:
        wanted = FIELDS.get(cell.kind, set())
        has = {"id": bool(cell.id), "points": cell.points is not None}
        for field, present in has.items():
            if present != (field in wanted):
                verb = "needs" if field in wanted else "must not have"
                yield cell.line, cell.name, f"a cell of kind {cell.kind} {verb} the tag {field}:…"
        for field, value in cell.fields:
            if field not in {"answer": {"hint"}, "tests": {"folded", "drawn"}}.get(cell.kind, {}):
                yield cell.line, cell.name, f"unknown tag {field + ':…'!r}"
            elif field == "drawn" and value != "1":
                yield cell.line, cell.name, f"unknown tag {f'{field}:{value}'!r}; drawn:1 is known"


def ids_are_unique(script: Script) -> Iterator[Problem]:
    """No two cells share an id."""
    first: dict[str, int] = {}
    for cell in script.cells:
        if cell.id and first.setdefault(cell.id, cell.line) != cell.line:
            yield cell.line, cell.name, f"this id is taken by the cell at line {first[cell.id]}"
        if cell.id == script.stem:  # cells without an id are numbered after it
            yield cell.line, cell.name, "this id is taken by the assignment itself"


def text_and_code_are_where_they_belong(script: Script) -> Iterator[Problem]:
    """Answers and tests are code, manual answers and the opening are text."""
    wanted = {"assignment": True, "answer": False, "tests": False, "manual": True}
    for cell in script.cells:
        if wanted.get(cell.kind, cell.markdown) != cell.markdown:
            yield cell.line, cell.name, f"must be {'text' if wanted[cell.kind] else 'code'}"


def one_opening_cell(script: Script) -> Iterator[Problem]:
    """Only the first cell declares the assignment."""
    kinds = [cell.kind for cell in script.cells]
    if kinds[:1] != ["assignment"] or kinds.count("assignment") > 1:
        yield 1, "first cell", 'must be the only one tagged "assignment", with the total of points'


def points_add_up(script: Script) -> Iterator[Problem]:
    """All points add up to the total that the opening cell declares."""
    graded = sum(cell.points or 0 for cell in script.cells if cell.kind in {"tests", "manual"})
    for cell in script.of_kind("assignment"):
        if cell.points is not None and cell.points != graded:
            rule = f"declares {cell.points:g} points, the graded cells add up to {graded:g}"
            yield cell.line, cell.name, rule


def points_fit_the_syllabus(script: Script, points: float | None = None) -> Iterator[Problem]:
    """Require the points of the syllabus, and a table of tasks that adds up."""
    allowed = SYLLABUS if points is None else (points,)
    for cell in script.of_kind("assignment"):
        if cell.points is None:
            continue
        if cell.points not in allowed:
            total = " or ".join(f"{one:g}" for one in allowed)
            rule = f"has {total} points by the syllabus, not {cell.points:g}"
            more = (
                f" (in a course, [points] in course.toml may say {script.stem} = {cell.points:g})"
            )
            yield cell.line, cell.name, rule + more
        table = _points_in_table(cell.source)
        if table is not None and table != cell.points:
            rule = f"its table of points adds up to {table:g}, not to {cell.points:g}"
            yield cell.line, cell.name, rule


def _points_in_table(text: str) -> float | None:
    """Add up the column of points of a table of tasks, if there is one; formulas do not count."""
    rows = [line.strip().strip("|").split("|") for line in text.splitlines() if "|" in line]
    heads = [number for number, row in enumerate(rows) if row[-1].strip() == "Points"]
    if not heads:
        return None
    points = [re.sub(r"\$[^$]*\$", "", row[-1]) for row in rows[heads[0] + 1 :]]
    return sum(float(number) for cell in points for number in re.findall(r"\d+(?:\.\d+)?", cell))


def tests_follow_an_answer(script: Script) -> Iterator[Problem]:
    """Every tests cell stands below the answer that its id names, every answer has tests."""
    tested = set()
    for cell in script.of_kind("tests"):
        answer = script.answer_of(cell)
        if answer is None:
            yield cell.line, cell.name, "no answer: its id must be that of an answer, then -tests"
        else:
            tested.add(answer.id)
            if answer.line > cell.line:
                yield cell.line, cell.name, f"must stand below its answer {answer.id!r}"
    for cell in script.of_kind("answer"):
        if cell.id not in tested:
            yield cell.line, cell.name, "no cell tests this answer"


def markers_balance(script: Script) -> Iterator[Problem]:
    """Solution and hidden-test markers come in pairs, in cells of the right kind."""
    homes = [(SOLUTION, {"answer", "manual"}), (HIDDEN, {"tests"})]
    for cell in script.cells:
        for markers, kinds in homes:
            yield from _unbalanced(cell, markers, cell.kind in kinds)
        if cell.kind in {"answer", "manual"} and SOLUTION[0] not in cell.source:
            yield cell.line, cell.name, f"must hold its solution between {SOLUTION[0]} and the end"


def _unbalanced(cell: Cell, markers: tuple[str, str], at_home: bool) -> Iterator[Problem]:
    """Problems with one pair of markers; nbgrader finds them anywhere in a line, in any cell."""
    begin, end = markers
    inside = False
    for number, line in enumerate(cell.source.splitlines(), cell.line + 1):
        for marker in (begin, end):
            if marker.strip("# ") not in line:
                continue
            if not at_home:
                yield number, cell.name, f"{marker} has no place in a cell of kind {cell.kind}"
            elif line.strip() != marker:
                yield number, cell.name, f"write the marker alone on its line: {marker}"
            elif inside == (marker == begin):
                yield number, cell.name, f"{begin} and {end} must come in pairs"
            inside = marker == begin
    if inside and at_home:
        yield cell.line, cell.name, f"{begin} without {end}"


def code_parses(script: Script) -> Iterator[Problem]:
    """Every code cell is valid Python by itself."""
    for cell in script.cells:
        if cell.markdown:
            continue
        try:
            ast.parse(cell.source)
        except SyntaxError as error:
            yield cell.line + (error.lineno or 0), cell.name, f"is no valid Python: {error.msg}"


def tests_end_in_no_value(script: Script) -> Iterator[Problem]:
    """A tests cell ends in no value, released or not: nbgrader takes a number for points."""
    for cell in script.of_kind("tests"):
        for source in (cell.source, replace_regions(cell.source, HIDDEN)):
            last = _last_expression(source)
            if last is not None and not _is_check(last):
                yield cell.line, cell.name, f"must end in a check, not in {ast.unparse(last)!r}"


def _last_expression(source: str) -> ast.expr | None:
    try:
        last = ast.parse(source).body[-1:]
    except SyntaxError:
        return None  # told by code_parses
    return last[0].value if last and isinstance(last[0], ast.Expr) else None


def _is_check(node: ast.expr) -> bool:
    """Whether an expression calls one of the checks, which return None."""
    function = node.func if isinstance(node, ast.Call) else None
    owner = function.value if isinstance(function, ast.Attribute) else None
    named = isinstance(owner, ast.Name) and owner.id == "checks"
    return named and isinstance(function, ast.Attribute) and function.attr not in RETURN_A_VALUE


def tests_stand_alone(script: Script) -> Iterator[Problem]:
    """A tests cell uses its own names and its own answer's: no other cell can change the verdict.

    The names that it binds start with an underscore, or are imported, so that the checks do not
    overwrite a variable that a student's function reads.
    """
    for cell in script.of_kind("tests"):
        answer = script.answer_of(cell)
        imported, bound, used = module_names(cell.source)
        theirs = set().union(*module_names(answer.source)[:2]) if answer else set()
        for name in sorted(used - imported - bound - theirs - BUILTINS):
            yield cell.line, cell.name, f"uses {name!r}, which neither it nor its answer defines"
        for name in sorted(name for name in bound if not name.startswith("_")):
            yield cell.line, cell.name, f"binds {name!r}: names of tests start with _"


def answers_stand_alone(script: Script) -> Iterator[Problem]:
    """Each reference uses no other: a mistake in one task must not cost points in the next."""
    owner = {
        name: cell.id for cell in script.of_kind("answer") for name in module_names(cell.source)[1]
    }
    for cell in script.of_kind("answer"):
        imported, bound, used = module_names(cell.source)
        for name in sorted((used & set(owner)) - imported - bound):
            yield cell.line, cell.name, f"uses {name!r} of the answer {owner[name]!r}"


def tests_say_nothing(script: Script) -> Iterator[Problem]:
    """A tests cell neither prints nor warns: nbgrader takes what is on stderr for a failure."""
    for cell in script.of_kind("tests"):
        for node in _walk(cell.source):
            if isinstance(node, ast.Call) and ast.unparse(node.func) in SPEAKS:
                line = cell.line + node.lineno
                yield line, cell.name, f"must say nothing: {ast.unparse(node)}"


def tests_compare_with_tolerance(script: Script) -> Iterator[Problem]:
    """A tests cell compares numbers of a student with a tolerance, never to the last bit."""
    for cell in script.of_kind("tests"):
        for node in _walk(cell.source):
            if found := _exact_comparison(node):
                line = cell.line + found.lineno
                text = ast.unparse(found)
                yield line, cell.name, f"compares exactly, use checks.close: {text}"


def _exact_comparison(node: ast.AST) -> ast.expr | ast.keyword | None:
    """Return the part of an assertion or a check that compares numbers to the last bit."""
    if isinstance(node, ast.Call) and _last_name(node.func) in BITWISE:
        return node
    if isinstance(node, ast.keyword) and node.arg in {"tol", "rtol", "nulp"}:
        zero = isinstance(node.value, ast.Constant) and node.value.value == 0
        return node if zero or node.arg == "nulp" else None
    conditions: list[ast.expr] = []
    if isinstance(node, ast.Assert):
        conditions = [node.test]
    elif isinstance(node, ast.Call) and _is_check(node) and _last_name(node.func) == "holds":
        conditions = node.args[:1]
    inner = [part for condition in conditions for part in ast.walk(condition)]
    return next((p for p in inner if isinstance(p, ast.Compare) and _compares_floats(p)), None)


def _compares_floats(node: ast.Compare) -> bool:
    exact = any(isinstance(op, ast.Eq | ast.NotEq) for op in node.ops)
    sides = [node.left, *node.comparators]
    # A whole number beside a sum says what is meant, not that the sum is one: 0.1 + 0.2 + 0.7.
    rounded = any(isinstance(s, ast.Call) and _last_name(s.func) in ROUNDED_CALLS for s in sides)
    return exact and (rounded or not any(map(_is_discrete, sides)))


def _is_discrete(node: ast.expr) -> bool:
    """Whether a value is a count, a shape, a text or the like."""
    if isinstance(node, ast.Constant):
        return not isinstance(node.value, float | complex)
    if isinstance(node, ast.Tuple | ast.List):
        return all(map(_is_discrete, node.elts))
    if isinstance(node, ast.Call):
        return _last_name(node.func) in DISCRETE_CALLS
    return isinstance(node, ast.Attribute) and node.attr in DISCRETE_PARTS


def _last_name(node: ast.expr) -> str:
    """Return f for f and for x.y.f."""
    return node.attr if isinstance(node, ast.Attribute) else getattr(node, "id", "")


def hints_name_a_label(script: Script) -> Iterator[Problem]:
    """Every hint names a labelled equation, definition or proposition of the book."""
    for cell in script.of_kind("tests"):
        for node in _walk(cell.source):
            if isinstance(node, ast.keyword) and node.arg == "hint":
                hint = ast.unparse(node.value)
                if not CITED.search(hint):
                    line = cell.line + node.value.lineno
                    yield line, cell.name, f"this hint names no label such as eq-…: {hint}"


def own_data_are_given(script: Script) -> Iterator[Problem]:
    """Own data have checks, and a given cell that names the public variant."""
    named = [cell for cell in script.cells if cell.id == own_data.CELL]
    asked = [cell for cell in script.of_kind("tests") if "checks.own_data(" in cell.source]
    for cell in named:
        public = not cell.markdown and own_data.written(cell.source) == own_data.PUBLIC
        if cell.kind != "given" or not public or "own_data.use(VARIANT)" not in cell.source:
            rule = "must be given code with the lines VARIANT = 0 and own_data.use(VARIANT)"
            yield cell.line, cell.name, rule
        if not asked:
            yield cell.line, cell.name, "no check goes by own data: checks.own_data"
    for cell in asked:
        if not named:
            yield cell.line, cell.name, f"needs a given cell with the id {own_data.CELL}"
        if HIDDEN[0] in cell.source:
            yield cell.line, cell.name, "checks own data, which need no hidden instances"


def predictions_meet_their_results(script: Script) -> Iterator[Problem]:
    """Each prediction that a cell asks for has its result in a check of that answer below."""
    places = {name: cell for cell in script.cells for name in _asks(cell)}
    known = {
        name: cell for cell in script.of_kind("tests") for name in predictions.asked([cell.source])
    }
    for name, cell in places.items():
        below = known.get(name)
        if below is None or below.line < cell.line or cell.kind != "free":
            rule = f"asks to predict {name!r}: must be a cell without tags, above the tests cell "
            yield cell.line, cell.name, f'{rule}that ends in checks.predicted("{name}", …)'
    for name, cell in known.items():
        answer = script.answer_of(cell)
        if name not in places or not answer or answer.id != name:
            rule = f'needs a cell predict("{name}", ...) above, named like the answer'
            yield cell.line, cell.name, rule


def _asks(cell: Cell) -> list[str]:
    calls = predictions.CALL.finditer("" if cell.markdown else cell.source)
    return [call["name"] for call in calls]


def _walk(source: str) -> list[ast.AST]:
    try:
        return list(ast.walk(ast.parse(source)))
    except SyntaxError:
        return []  # told by code_parses


RULES: tuple[Rule, ...] = (
    tags_fit_their_kind,
    ids_are_unique,
    text_and_code_are_where_they_belong,
    one_opening_cell,
    points_add_up,
    tests_follow_an_answer,
    markers_balance,
    code_parses,
    tests_end_in_no_value,
    tests_stand_alone,
    answers_stand_alone,
    tests_say_nothing,
    tests_compare_with_tolerance,
    hints_name_a_label,
    own_data_are_given,
    predictions_meet_their_results,
)
