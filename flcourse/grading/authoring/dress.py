"""What the build adds to an assignment's text: links to the book, a first line on checks, an end.

An author writes labels and checks; which number the book prints for a label, what a folded cell
says on the outside, and what a student reads when a check passes or all tasks are done, is the
same in every assignment and so stands here.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import replace

from flcourse.grading import labels, packed
from flcourse.grading.authoring import drawn
from flcourse.grading.instances import OFFICIAL
from flcourse.grading.notebook import parts, titles, with_part
from flcourse.grading.script import HIDDEN, Cell, Script

__all__ = ["END", "dressed"]

END = "the-end"  # id of the last cell
OWN, OWN_DATA, PREDICTED = "checks.own(", "checks.own_data(", "checks.predicted("


def dressed(script: Script, book: str = labels.BESIDE) -> Script:
    """Return a script as its notebook shows it.

    Parameters
    ----------
    script : Script
        What the author wrote.
    book : str
        Where links lead: the address of the book's pages, or the folder of formulas that
        ``flcourse start`` puts beside the assignments.
    """
    rows = [(cell.id or str(n), cell.source, cell.markdown) for n, cell in enumerate(script.cells)]
    heads = {cell: title.replace("$", "") for cell, title in titles(rows).items()}  # for code
    named = {cell: with_part(heads[cell], part) for cell, part in parts(rows).items()}
    cells = [_dressed(cell, script, heads, named, book) for cell in script.cells]
    return replace(script, cells=(*cells, *_end(script, heads)))


def _dressed(
    cell: Cell, script: Script, heads: dict[str, str], named: dict[str, str], book: str
) -> Cell:
    if cell.kind == "tests":
        return replace(cell, source=_spoken(cell, script, heads, named))
    if not cell.markdown:
        return cell
    text = labels.in_markdown(cell.source, book)
    return replace(cell, source=_opened(text, script, book) if cell.kind == "assignment" else text)


def _opened(text: str, script: Script, book: str) -> str:
    """Put a link to the chapter, or to its formulas, below the title, if there is one."""
    title, head = labels.title(script.stem), text.partition("\n")[0]
    if not title or not head.startswith("# "):
        return text
    place = labels.page_address(script.stem, book)
    link = (
        f"**Chapter**: [{title}]({place}). In texts, numbers such as (2.7) link to its formulas."
        if labels.is_built(book)
        else f"**Chapter**: {title}. In texts, numbers such as (2.7) link to the "
        f"[formulas of the chapter]({place})."
    )
    return text.replace(head, f"{head}\n\n{link}", 1)


def _spoken(cell: Cell, script: Script, heads: dict[str, str], named: dict[str, str]) -> str:
    """Say above the checks of a task what they are, and below them that all is well."""
    answer, title = script.answer_of(cell), heads.get(cell.id)
    own = [  # a task may ask for several answers
        other for other in script.of_kind("tests")
        if (heads.get(other.id) == title if title else script.answer_of(other) == answer)
    ]  # fmt: skip
    whole = sum(c.points or 0 for c in own)
    name = named.get(cell.id) or (answer.id if answer else cell.id)
    worth = f" ({_points(cell.points or 0)})" if whole else ""
    same = [other for other in own if named.get(other.id) == named.get(cell.id)]
    which = f" {same.index(cell) + 1} of {len(same)}" if len(same) > 1 else ""
    first = f"# Checks{which} of {name[:1].lower()}{name[1:]}{worth}: run me"
    task = (title or name).partition(":")[0]
    right = f'checks.right("{task}", {cell.points or 0:g}, of={whole:g}, cell="{cell.id}")'
    return "\n".join([first, *_with_another(cell, script), right])


def _with_another(cell: Cell, script: Script) -> Iterator[str]:
    """Yield the checks, then more instances for who cannot see the hidden ones.

    Two of them, or one where the author says so, for they take long.
    """
    source = _folded(cell)
    if not drawn.has_instances(cell):
        yield source
        return
    # Who runs the hidden checks has instances enough, and the same ones each time.
    yield source.replace(HIDDEN[0], f"{HIDDEN[0]}\n{OFFICIAL} = True", 1)
    one = dict(cell.fields).get("drawn") == "1"
    how_many, are = ("One more instance", "another") if one else ("Two more instances", "others")
    yield f"# {how_many}, drawn at random: {are} each time that you run this."
    key = drawn.key(cell, script.answer_of(cell))
    count = ", count=1" if one else ""
    yield f'checks.another("{script.stem}", "{key}", globals(){count})'


def _folded(cell: Cell) -> str:
    """Fold up what gives an answer away to who reads it: see `packed`.

    That is what the author says, and what checks an answer on own data, for it solves the task.
    """
    shown, hidden = _parted(cell.source)
    body, lines = ast.parse(shown).body, shown.splitlines()
    ends = ast.unparse(body[-1])
    own_data = OWN_DATA in ends
    reason = dict(cell.fields).get("folded", "it solves the task for your data" if own_data else "")
    begins = next((place for place, node in enumerate(body) if not _opens(node)), len(body))
    stays = own_data or ends.startswith(PREDICTED)  # the last statement: others look for it
    if not reason or begins >= len(body) - own_data:
        return cell.source
    first, last = body[begins].lineno - 1, body[-1].lineno - 1 if stays else len(lines)
    while lines[first - 1].startswith("#"):  # a comment above belongs to what it is about
        first -= 1
    inside, rest = "\n".join(lines[first:last]).strip() + "\n", lines[last:]
    if stays and not own_data:
        result, line = _asking(ends)
        inside, rest = inside + result, [line]
    opened = f'packed.opened(r"""\n{packed.folded(inside)}\n""", globals())'
    return "\n".join([
        "\n".join(lines[:first]).rstrip(),
        "",
        f"# Folded up, because {reason}; what it finds it says in words.",
        "from flcourse.grading import packed",
        "",
        # Of a check on own data nothing is left that solves the task for who calls it.
        f'_look = {opened}["_look"]' if own_data else f"globals().update({opened})",
        *rest,
        *hidden,
    ])  # fmt: skip


def _asking(line: str) -> tuple[str, str]:
    """Part the line that knows what was to be predicted: the result, and the line without it."""
    call = ast.parse(line, mode="eval").body
    assert isinstance(call, ast.Call)
    result = f"_result = {ast.unparse(call.args[1])}\n"
    call.args[1] = ast.Name("_result", ast.Load())
    return result, ast.unparse(call)


def _parted(source: str) -> tuple[str, list[str]]:
    """Return what is shown of a tests cell, and the lines from where hidden tests begin."""
    shown, begin, hidden = source.partition(HIDDEN[0])
    return shown.rstrip(), (begin + hidden).splitlines()


def _opens(node: ast.stmt) -> bool:
    """Whether a statement imports, or says what an answer must not use: all may read that."""
    return isinstance(node, ast.Import | ast.ImportFrom) or ast.unparse(node).startswith(OWN)


def _points(number: float) -> str:
    return f"{number:g} point" + "s" * (number != 1)


def _end(script: Script, heads: dict[str, str]) -> Iterator[Cell]:
    """Yield the cells that show the whole, where tasks have titles."""
    tests = script.of_kind("tests")
    if not any(heads.get(cell.id) for cell in tests):
        return
    worth: dict[str, float] = {}
    for cell in tests:
        task = heads[cell.id]
        worth[task] = worth.get(task, 0) + (cell.points or 0)
    by_hand = {heads[cell.id]: cell.points or 0 for cell in script.of_kind("manual")}
    line = script.cells[-1].line
    text = (
        "## The whole\n\nThe next cell sums up what was right since the kernel was started. Then "
        f"save and press **Check**, or run `flcourse check {script.stem}` in a terminal: it runs "
        "all checks afresh, as the official grading will. When you are content, press **Hand in**, "
        f"or run `flcourse submit {script.stem}`. You may hand in again; the last one counts."
    )
    if comes := labels.title(labels.page_after(script.stem)):
        text += f" Next comes the chapter *{comes}*."
    yield Cell("free", text, line, markdown=True)
    tasks = "".join(f'    "{name}": {points:g},\n' for name, points in worth.items())
    rest = "".join(f'    "{name}": {points:g},\n' for name, points in by_hand.items())
    code = (
        "# What was right so far: run me\nfrom flcourse.grading import progress\n\n"
        f"progress.whole({{\n{tasks}}}, by_hand={{\n{rest}}})"
    )
    yield Cell("given", code, line, id=END)
