"""The map of the course: which chapter needs which, and plans with their hours for instructors."""

import re
import tomllib
from dataclasses import dataclass
from html import escape
from pathlib import Path

import contents
import minutes
import networkx as nx
from sphinx.application import Sphinx

from flcourse.grading.authoring import tiers

BOOK = Path(__file__).resolve().parents[1]
SOURCE = BOOK / "plans.toml"
PAGE = "book/instructors"
MAP, PLANS, TIERS = "{{ map }}", "{{ plans }}", "{{ tiers }}"  # where the page wants them
NUMBERS = {
    "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "ten": 10, "sixteen": 16,
}  # fmt: skip
TIME = re.compile(r"\*\*Time\*\*: about (\w+)( and a half)? hours?")
LECTURE = 1.5  # hours for a chapter and week
FOR_ALL = ("easy", "medium")  # levels of exercises that a plan counts
BOX, GAP = (118, 34), (16, 40)  # width and height of a chapter's box, and what lies between


@dataclass(frozen=True)
class Plan:
    """Chapters of each week."""

    title: str
    words: str
    weeks: list[list[str]]


def known() -> tuple[nx.DiGraph, list[Plan]]:
    """Return which chapter leads to which, and the plans; refused if one goes against it."""
    said = tomllib.loads(SOURCE.read_text("utf-8"))
    order = nx.DiGraph()
    order.add_nodes_from(stem for stem in contents.pages() if stem in said["needs"])
    order.add_edges_from((need, stem) for stem, needs in said["needs"].items() for need in needs)
    plans = [Plan(**plan) for plan in said["plan"]]
    for plan in plans:
        check(plan, order)
    return order, plans


def check(plan: Plan, order: nx.DiGraph) -> None:
    """Refuse a plan that teaches a chapter before one that it needs."""
    first = {stem: week for week, stems in reversed([*enumerate(plan.weeks, 1)]) for stem in stems}
    for before, stem in order.edges:
        if stem in first and first.get(before, len(plan.weeks) + 1) > first[stem]:
            raise ValueError(
                f"plan {plan.title!r}: {stem} stands in week {first[stem]} and needs {before},"
                f" which comes {'later' if before in first else 'never'}"
            )


def assignment(stem: str, tier: str = tiers.FULL) -> float:
    """Hours that a chapter's assignment states at a tier; 0 for a chapter without."""
    path = BOOK.parent / "solutions" / f"{stem}.py"
    if not path.exists():
        return 0.0
    chosen = tier if stem in tiers.read(BOOK.parent) else tiers.FULL
    words = " ".join(tiers.script(BOOK.parent, stem, chosen).cells[0].source.split())
    found = TIME.search(words)
    if found is None or found[1] not in NUMBERS:
        raise ValueError(f"{path.name} must say: **Time**: about three [and a half] hours")
    return NUMBERS[found[1]] + bool(found[2]) / 2


def hours(stem: str) -> tuple[float, float, float]:
    """Hours to read a chapter, for its exercises but the hard ones, and for its assignment."""
    source = contents.pages()[stem].read_text("utf-8")
    solve = minutes.solving(source, FOR_ALL)
    return minutes.times(source).text / 60, solve / 60, assignment(stem)


def table(plan: Plan) -> str:
    """Return a plan in Markdown, with the hours of each week and all of them."""
    last = {stem: week for week, stems in enumerate(plan.weeks, 1) for stem in stems}
    lines, sums = [], [0.0, 0.0, 0.0]
    for week, stems in enumerate(plan.weeks, 1):
        spent = [0.0, 0.0, 0.0]
        for stem in stems:
            share = 1 / sum(stem in others for others in plan.weeks)
            read, solve, graded = hours(stem)
            now = graded if last[stem] == week else 0.0  # handed in when the chapter is over
            spent = [a + b for a, b in zip(spent, (read * share, solve * share, now), strict=True)]
        sums = [a + b for a, b in zip(sums, spent, strict=True)]
        tasks = [f"`{stem}`" for stem in stems if last[stem] == week and assignment(stem)]
        chapters = ", ".join(f"{{doc}}`{stem}`" for stem in stems)
        lines.append(f"| {week} | {chapters} | {', '.join(tasks)} | {told(spent)} |")
    taught = LECTURE * sum(map(len, plan.weeks))
    project = assignment("capstone")
    lines += [
        f"| | {LECTURE * 60:.0f} minutes of lecture for each | | {taught:.0f} |",
        f"| | {{doc}}`capstone` | `capstone` | {project:.0f} |",
        f"| | **together** | | **{sum(sums) + taught + project:.0f}** |",
        *(
            f"| | without exercises, at the tier `{tier}` | "
            f"| {sums[0] + smaller(plan, tier) + taught + project:.0f} |"
            for tier in ("standard", "core")
        ),
    ]
    sums_of = "hours: reading + exercises + assignment"
    head = f"| week | lecture | assignment | {sums_of} |\n|---|---|---|---|\n"
    return f"### {plan.title}\n\n{plan.words}\n\n{head}" + "\n".join(lines) + "\n"


def smaller(plan: Plan, tier: str) -> float:
    """Hours of all assignments of a plan at a tier."""
    return sum(assignment(stem, tier) for stem in {s for stems in plan.weeks for s in stems})


def sizes() -> str:
    """Return what each assignment is at each tier: tasks, points and hours."""
    lines = [
        f"| assignment | {' | '.join(f'`{tier}`' for tier in tiers.HOURS)} |",
        "|---|" + "---|" * len(tiers.HOURS),
    ]
    known = tiers.read(BOOK.parent)
    for stem in (stem for stem in contents.pages() if stem in known):
        cells = []
        for tier in tiers.HOURS:
            points = tiers.points(tiers.script(BOOK.parent, stem, tier))
            tasks = getattr(known[stem], tier, [])
            which = f"tasks {', '.join(map(str, tasks))}: " if tasks else ""
            cells.append(f"{which}{points:g}\u00a0points, {assignment(stem, tier):g}\u00a0h")
        lines.append(f"| `{stem}` | {' | '.join(cells)} |")
    return "\n".join(lines)


def told(parts: list[float]) -> str:
    """Hours as a sum, each to the next half hour."""
    halves = [round(2 * part) / 2 for part in parts]
    return f"{' + '.join(f'{half:g}' for half in halves)} = **{sum(halves):g}**"


def drawing(order: nx.DiGraph) -> str:
    """Draw the chapters, those that need nothing on top; each box is a link to its chapter."""
    rows = layers(order)
    wide = max(map(len, rows)) * (BOX[0] + GAP[0]) - GAP[0]
    places: dict[str, tuple[float, float]] = {}
    for y, row in enumerate(rows):
        names = sorted(row, key=lambda s: middle([places[need][0] for need in order.pred[s]]))
        left = (wide - len(names) * (BOX[0] + GAP[0]) + GAP[0]) / 2
        for x, stem in enumerate(names):
            places[stem] = (left + x * (BOX[0] + GAP[0]) + BOX[0] / 2, y * (BOX[1] + GAP[1]) + 1)
    high = len(rows) * (BOX[1] + GAP[1]) - GAP[1] + 2
    lines = [
        f'<path d="M{places[a][0]:.0f},{places[a][1] + BOX[1]:.0f} '
        f'C{places[a][0]:.0f},{places[a][1] + BOX[1] + 24:.0f} '
        f'{places[b][0]:.0f},{places[b][1] - 30:.0f} {places[b][0]:.0f},{places[b][1] - 4:.0f}"/>'
        for a, b in nx.transitive_reduction(order).edges
    ]  # fmt: skip
    numbers = {stem: n for n, stem in enumerate(order, 1)}
    boxes = [
        f'<a href="{stem}.html"><rect x="{x - BOX[0] / 2:.0f}" y="{y:.0f}" width="{BOX[0]}" '
        f'height="{BOX[1]}" rx="5"/><text x="{x:.0f}" y="{y + 22:.0f}">'
        f"{numbers[stem]} {escape(stem)}</text></a>"
        for stem, (x, y) in places.items()
    ]
    return (
        '<div class="fl-plan" role="group" aria-label="The chapters as boxes with arrows: '
        'who reads a chapter needs those from which arrows lead to it.">'
        f'<svg viewBox="-1 0 {wide + 2:.0f} {high:.0f}" style="min-width: {wide * 0.8:.0f}px">'
        '<defs><marker id="fl-tip" viewBox="0 0 8 8" refX="6" refY="4" markerWidth="7" '
        'markerHeight="7" orient="auto"><path d="M0,0 L8,4 L0,8 z"/></marker></defs>'
        f'<g class="arrows" aria-hidden="true">{"".join(lines)}</g>{"".join(boxes)}</svg></div>'
    )


def layers(order: nx.DiGraph) -> list[list[str]]:
    """Return the chapters in rows: each below all that it needs, right above what needs it."""
    depth = {
        stem: row for row, stems in enumerate(nx.topological_generations(order)) for stem in stems
    }
    for stem in reversed([*nx.topological_sort(order)]):
        depth[stem] = min((depth[later] - 1 for later in order.succ[stem]), default=depth[stem])
    return [
        [stem for stem in order if depth[stem] == row] for row in range(max(depth.values()) + 1)
    ]


def middle(values: list[float]) -> float:
    """Mean, 0 of nothing."""
    return sum(values) / len(values) if values else 0.0


def write(app: Sphinx, docname: str, source: list[str]) -> None:
    """Put map and plans into the page for instructors."""
    if docname != PAGE:
        return
    order, plans = known()
    for path in (
        SOURCE,
        BOOK.parent / "solutions" / tiers.SOURCE,
        *(contents.pages()[stem] for stem in order),
    ):
        app.env.note_dependency(str(path))
    texts = (BOOK.parent / "solutions" / f"{stem}.py" for stem in order)
    for path in filter(Path.exists, texts):  # what is not there would always count as changed
        app.env.note_dependency(str(path))
    picture = f"```{{raw}} html\n{drawing(order)}\n```"
    told_plans = "\n".join(map(table, plans))
    for mark, made in ((MAP, picture), (PLANS, told_plans), (TIERS, sizes())):
        source[0] = source[0].replace(mark, made)
