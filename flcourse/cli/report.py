"""``flcourse feedback``, ``export``, ``report``, ``regrade``, ``moderate``: what results tell."""

from __future__ import annotations

import argparse
import json
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING

from flcourse.cli._shared import (
    FAILED,
    OK,
    course_and_quiet,
    dry_run,
    explain,
    jobs,
    show_delay,
    show_progress,
    tell,
    use_seed,
    warn_if_behind,
    which,
)

if TYPE_CHECKING:
    from flcourse.grading.official.batch import Job

__all__ = [
    "export",
    "export_arguments",
    "feedback",
    "feedback_arguments",
    "moderate",
    "moderate_arguments",
    "regrade",
    "regrade_arguments",
    "report",
    "report_arguments",
]

LMS = ("csv", "canvas", "moodle")
MOST_LINES = 12  # that tell of what was left out


def export_arguments(parser: argparse.ArgumentParser) -> None:
    """Name the table, the assignments and where it goes."""
    explain(
        parser,
        "With --lms csv the table has a column for each task, the status, the late penalty and "
        "the total, in UTF-8 with a mark that spreadsheets need, between commas; with --lms canvas "
        "or moodle it is what these platforms import. Where the "
        "grader has come to no verdict the cell stays empty, and a line says why. The table goes "
        "to exports/ in the course folder, or to --to.",
        "flcourse export",
        "flcourse export erm --dry-run",
        "flcourse export --lms canvas --template Grades.csv",
        "flcourse export gtvmin --lms moodle --template Grades-gtvmin.csv --to upload.csv",
    )
    parser.add_argument("assignment", nargs="*", help="stems (default: all that were handed in)")
    parser.add_argument(
        "--lms", choices=LMS, default="csv", help="for which program (default: %(default)s)"
    )
    parser.add_argument(
        "--to", type=Path, metavar="FILE", help="write there; - is the terminal (default: exports/)"
    )
    parser.add_argument(
        "--template", type=Path, metavar="FILE",
        help="a table that Canvas or Moodle exported: its cells are filled, all else is kept "
        "(default: a new table)",
    )  # fmt: skip
    parser.add_argument(
        "--column", action="append", default=[], metavar="STEM=HEADING",
        help="column of an assignment in the template; may repeat (default: the one with its name)",
    )  # fmt: skip
    parser.add_argument(
        "--partial", action="store_true", help="totals also where tasks are still to be graded"
    )
    dry_run(parser)
    course_and_quiet(parser)


def export(args: argparse.Namespace) -> int:
    """Write the table and say what it leaves empty."""
    from flcourse.grading.course import records, returned_feedback, scores
    from flcourse.grading.course.folder import read_roster
    from flcourse.grading.reports import export

    roster = [student.id for student in read_roster(args.course)]
    stems = args.assignment or scores.handed_in(args.course)
    started = time.monotonic()
    read = []
    for number, stem in enumerate(stems, 1):
        read.append(scores.read_scores(args.course, stem, roster))
        _step(args, number, len(stems), started)
    everybody = scores.people(args.course, read)
    known = [s for s in everybody if s.id in roster] or everybody
    if args.lms == "moodle":
        known = returned_feedback.with_numbers(args.course, stems, known)
    template = args.template.read_bytes() if args.template else None
    columns = dict(_pair(text) for text in args.column)
    listed = everybody if args.lms == "csv" else known
    done = export.choose(
        args.lms, read, listed, template=template, partial=args.partial, columns=columns
    )
    strangers = {s.id for s in everybody} - {s.id for s in known}
    notes = [*(f"{name}: not in roster.csv" for name in sorted(strangers)), *done.left_out]
    place = args.to or args.course / "exports" / _name(args.lms, stems)
    if not args.dry_run:
        _put(place, done.text, mark=args.lms == "csv")
        for one in read:
            made_from = records.of_points(one)
            records.note(args.course, one.stem, records.EXPORTED, to=str(place), points=made_from)
    if not args.quiet:
        _tell(notes)
        cells = "" if args.lms == "csv" else f", {done.cells} cells with points"
        what = f"{len(listed)} students, {', '.join(stems)}{cells}"
        would = " (a dry run, nothing was written)" if args.dry_run else ""
        print(f"{place}: {what}{would}", file=sys.stderr)
    return 0


def _put(place: Path, text: str, *, mark: bool) -> None:
    """Write a text to a file, or to the terminal if it is called -.

    A file of our own begins with the mark by which spreadsheets know UTF-8.
    """
    if str(place) == "-":
        sys.stdout.write(text)
    else:
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_bytes(text.encode("utf-8-sig" if mark else "utf-8"))


def _name(lms: str, stems: list[str]) -> str:
    one = f"-{stems[0]}" if lms == "moodle" and len(stems) == 1 else ""
    return "grades.csv" if lms == "csv" else f"{lms}{one}.csv"


def _pair(text: str) -> tuple[str, str]:
    stem, sign, heading = text.partition("=")
    if not sign:
        raise ValueError(f"--column must be STEM=HEADING, got {text!r}")
    return stem, heading


def _tell(notes: list[str]) -> None:
    """Say on stderr what a person should know, and how much more there is."""
    for note in notes[:MOST_LINES]:
        print(note, file=sys.stderr)
    if len(notes) > MOST_LINES:
        rest = len(notes) - MOST_LINES
        print(f"… and {rest} more; --lms csv has them all in its notes", file=sys.stderr)


def _step(args: argparse.Namespace, done: int, total: int, started: float) -> None:
    """Show progress once the work has taken two seconds."""
    spent = time.monotonic() - started
    if not args.quiet and spent > 2:
        show_progress(done, total, spent / done * (total - done))


def regrade_arguments(parser: argparse.ArgumentParser) -> None:
    """Name what is graded again."""
    explain(
        parser,
        "Grade the submissions again for which something has changed since: the checks, the "
        "grader, a package, the seed, the own data or the submission itself. A change of one "
        "check changes the assignment, so that all its submissions run again. Results as they "
        "were are kept in results/ASSIGNMENT/before, points by hand stand, and "
        "reports/ASSIGNMENT/regrade (.txt, .csv, .html) tells whose points moved and why. An "
        "interrupted run goes on.",
        "flcourse build gtvmin && flcourse regrade gtvmin --jobs 2",
    )
    parser.add_argument("assignment", help="its stem, such as gtvmin")
    jobs(parser)
    course_and_quiet(parser)


def regrade(args: argparse.Namespace) -> int:
    """Grade again and show the report; fail if the change that was meant is not built yet."""
    from flcourse.grading.reports import regrade

    use_seed(args.course)
    behind = warn_if_behind(args.course, args.assignment)
    shown, say = (None, None) if args.quiet else (show_progress, show_delay)
    report = regrade.regrade(
        args.course, args.assignment, workers=args.jobs, progress=shown, say=say
    )
    done = bool(report.again or report.new)
    if behind and not done:
        print(f"{args.assignment}: nothing ran again, the changed text is not built yet")
        return FAILED
    if not args.quiet:
        print(regrade.text(report), end="")
        if done:
            home = args.course / "reports" / args.assignment
            print(f"{home / 'regrade.html'} shows it; flcourse feedback writes the new pages")
    return OK


def report_arguments(parser: argparse.ArgumentParser) -> None:
    """Name what is reported on."""
    explain(
        parser,
        "Write two pages about a graded assignment into reports/ASSIGNMENT: index.html, how hard "
        "each task was, how well it separates students, what went wrong most often; and "
        "similarity.html, pairs of answers that resemble each other more than the task makes "
        "them, side by side. Both open from the disk, offline. A match is a reason to look, and "
        "no verdict.",
        "flcourse report gtvmin",
        "flcourse report gtvmin --course fl-2027 --quiet",
    )
    parser.add_argument("assignment", help="its stem, such as gtvmin")
    course_and_quiet(parser)


def report(args: argparse.Namespace) -> None:
    """Write the pages and say where they are."""
    from flcourse.grading import own_data, pages
    from flcourse.grading.assignment import read_assignment
    from flcourse.grading.course import scores
    from flcourse.grading.course.folder import read_roster
    from flcourse.grading.reports import analysis, class_pages, similarity

    course, stem = args.course, args.assignment
    assignment = read_assignment(scores.source_of(course, stem))
    results = scores.read_results(course, stem)
    if not results:
        raise ValueError(f"{stem} must be graded first: flcourse grade {stem}")
    found = analysis.analyse(scores.read_scores(course, stem), results)
    answers = similarity.answers_of(assignment, results)
    read = _read_by_all(course, stem)
    started = time.monotonic()
    pairs = similarity.in_class(
        assignment, answers, read, progress=lambda done, total: _step(args, done, total, started)
    )
    compared = len({student for own in answers.values() for student in own})
    given = own_data.rows(course, stem)
    borrowed = similarity.borrowed(results, given)
    together = {one.id: one.group for one in read_roster(course) if one.group}
    page = class_pages.similarity_page(stem, pairs, answers, compared, borrowed, together)
    home = course / "reports" / stem
    places = [
        pages.write(home / "index.html", class_pages.item_page(found)),
        pages.write(home / "similarity.html", page),
    ]
    if not args.quiet:
        print(f"{places[0]}: {len(found.totals)} of {found.students} students have a verdict")
        print(f"{places[1]}: {len(pairs)} pairs of students to look at, which is no verdict")
        if borrowed:
            print(f"  {len(borrowed)} answers are right for somebody else's data")


def _read_by_all(course: Path, stem: str) -> list[str]:
    """Return the chapter and the lecture's code: what two students have from there is no match."""
    package = Path(__file__).resolve().parents[1]
    chapter, module = course / "book" / f"{stem}.md", package / f"{stem}.py"
    paths = [chapter, module, *sorted(package.glob(f"{stem}/*.py"))]
    return [path.read_text("utf-8") for path in paths if path.is_file()]


def feedback_arguments(parser: argparse.ArgumentParser) -> None:
    """Name whose feedback is written, and where the book is."""
    explain(
        parser,
        "Write a page for each graded student into feedback/: points, what was expected, where to "
        "read on, what a person has said. Where written answers have no points yet it stops and "
        "says how many; --partial writes the pages all the same. A page that would be larger than "
        "a megabyte leaves figures and the ends of long texts out, and says so.",
        "flcourse feedback erm",
        "flcourse feedback erm --moodle",
        "flcourse feedback erm --partial --student aino",
    )
    which(parser)
    parser.add_argument(
        "--book", default="",
        help="address of the built chapters, for links (default: as in course.toml)",
    )  # fmt: skip
    parser.add_argument("--moodle", action="store_true", help="also as a ZIP to upload to Moodle")
    parser.add_argument(
        "--partial", action="store_true", help="also where texts have no points yet"
    )


def feedback(args: argparse.Namespace) -> int:
    """Write a page for each graded student, from the results and the gradebook."""
    from flcourse.grading.assignment import read_assignment
    from flcourse.grading.course import appeals, gradebook
    from flcourse.grading.course.folder import read_course
    from flcourse.grading.official import batch
    from flcourse.grading.official.reading import Reader
    from flcourse.grading.reports import feedback

    use_seed(args.course)
    warn_if_behind(args.course, args.assignment)
    work = batch.jobs_of(args.course, args.assignment, args.student)
    stale = [job.student for job in work if not batch.is_fresh(job)]
    if stale:
        raise ValueError(
            f"{args.assignment} must be graded first, {stale[0]} is not: "
            f"flcourse grade {args.assignment}"
        )
    assignment, students = read_assignment(work[0].source), [job.student for job in work]
    _require_read(args, work)
    asked = [one.student for one in appeals.waiting(args.course, args.assignment)]
    if answered := sorted({*asked} & {*students}):
        tell(args, f"note: the new pages are the answer to appeals of {', '.join(answered)}")
    course = read_course(args.course)
    address = args.book or course.book
    labels = feedback.labels_of(args.course / "book", address) if address else {}
    marks = gradebook.marks_of(args.course, args.assignment)
    nobody = gradebook.Marks({}, {})
    with Reader() as reader:
        for job in work:
            found = json.loads(job.result.read_text("utf-8"))
            given = marks.get(job.student, nobody)
            feedback.write(course, assignment, found, given, labels, render=reader.render)
    feedback.note(args.course, args.assignment, {job.student: job.result for job in work})
    tell(args, f"{len(work)} pages are in feedback/; where students use nbgrader's exchange, "
               f"nbgrader release_feedback {args.assignment} hands them out")  # fmt: skip
    if args.moodle:
        _pack_for_moodle(args, students)
    return 0


def _require_read(args: argparse.Namespace, work: list[Job]) -> None:
    """Refuse to write feedback on texts that nobody has read, unless that is what is wanted."""
    from flcourse.grading.course.scores import read_grades
    from flcourse.grading.reports import attention

    found = (json.loads(job.result.read_text("utf-8")) for job in work)
    waiting = attention.unread(found, read_grades(args.course, args.assignment)[0])
    if waiting and not args.partial:
        raise ValueError(f"{waiting}; --partial writes the feedback all the same")
    if waiting:
        print(f"note: {waiting}")


def _pack_for_moodle(args: argparse.Namespace, students: list[str]) -> None:
    from flcourse.grading.course import returned_feedback

    place, others = returned_feedback.for_moodle(args.course, args.assignment, students)
    tell(args, f"{place}: in Moodle, 'Upload multiple feedback files in a zip'")
    if others:
        print(f"not in it, they did not come from Moodle: {', '.join(others)}")


def moderate_arguments(parser: argparse.ArgumentParser) -> None:
    """Name the assignment and how much of it is read twice."""
    explain(
        parser,
        "The first call draws written answers that have a mark in formgrader, low, middle and high "
        "ones, and writes to reports/ASSIGNMENT: moderation.html, the answers under numbers, "
        "without names and marks; moderation.csv, for the second marks; and moderation-key.json, "
        "which says whose answer has which number and stays with you. Called again once the table "
        "is filled in, also in part, it compares both marks and writes moderation-result.html. No "
        "mark in the gradebook is changed. A sample drawn with --again has new numbers: a table "
        "that was sent out before is no longer taken.",
        "flcourse moderate erm",
        "flcourse moderate erm --share 0.3 --fewest 10 --again",
    )
    parser.add_argument("assignment", help="its stem, such as gtvmin")
    parser.add_argument(
        "--share", type=float, default=0.2, help="part of the answers to draw (default: 0.2)"
    )
    parser.add_argument(
        "--fewest", type=int, default=5, help="of each question, or all there are (default: 5)"
    )
    parser.add_argument(
        "--again", action="store_true",
        help="draw anew; refused while the table holds a second mark or a comment",
    )  # fmt: skip
    course_and_quiet(parser)


def moderate(args: argparse.Namespace) -> None:
    """Draw a sample, or compare the marks of the one that was drawn."""
    from flcourse.grading.reports import moderation, moderation_pages

    course, stem = args.course, args.assignment
    if args.again or not moderation.is_drawn(course, stem):
        drawn = moderation.draw(course, stem, share=args.share, fewest=args.fewest)
        moderation_pages.write_sample(drawn)
        said = moderation_pages.drawn_text(drawn)
    else:
        compared = moderation.compare(course, stem)
        said, then = moderation_pages.text(compared), f"{moderation.TABLE} waits for second marks"
        if compared.begun:
            place = moderation_pages.write_result(compared)
            then = f"{place} shows it; marks are changed in formgrader"
        said += f"{then}\n"
    if not args.quiet:
        print(said, end="")
