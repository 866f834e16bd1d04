"""``flcourse init-course``, ``release``, ``collect``, ``extend`` and ``archive``: one course."""

from __future__ import annotations

import argparse
import contextlib
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING

from flcourse.cli._shared import course_and_quiet, dry_run, explain, quiet, show_progress, tell

if TYPE_CHECKING:
    from flcourse.grading.course.variants import Given

__all__ = [
    "archive",
    "archive_arguments",
    "collect",
    "collect_arguments",
    "extend",
    "extend_arguments",
    "init_course",
    "init_course_arguments",
    "release",
    "release_arguments",
]

CHECKOUT = Path(__file__).resolve().parents[2]


def init_course_arguments(parser: argparse.ArgumentParser) -> None:
    """Name the course, and where it comes from."""
    explain(
        parser,
        "Make a course folder: course.toml with dates and late policy, a syllabus with the points "
        "of the assignments, an empty roster, a secret grading seed, the configuration of nbgrader "
        "and the texts of the assignments. A folder that has content is never changed.",
        'flcourse init-course fl27 --name "Federated Learning" --term "Spring 2027"',
        'flcourse init-course fl27 --name "Federated Learning" --term "Spring 2027" --tier core',
        'flcourse init-course fl27 --name "Federated Learning" --term "Spring 2027" \\\n'
        "      --start 2027-01-11 --exchange /srv/nbgrader/exchange",
    )
    parser.add_argument("folder", type=Path, metavar="DIR", help="the course folder to make")
    parser.add_argument("--name", required=True, help="what the course is called")
    parser.add_argument("--term", required=True, help="when it is given, such as 'Spring 2027'")
    parser.add_argument(
        "--from", dest="checkout", type=Path, metavar="CHECKOUT",
        help="copy of the project to take assignments from (default: here, or where flcourse is)",
    )  # fmt: skip
    parser.add_argument(
        "--timezone", default="Europe/Helsinki", help="zone of all dates (default: %(default)s)"
    )
    parser.add_argument(
        "--start", type=date.fromisoformat, metavar="YYYY-MM-DD",
        help="first day; due dates fall on the Sundays of its weeks (default: next Monday)",
    )  # fmt: skip
    parser.add_argument(
        "--exchange",
        type=Path,
        metavar="DIR",
        help="nbgrader's exchange (default: students do not use it)",
    )
    parser.add_argument(
        "--book", default="", metavar="URL",
        help="where students read the book (default: links lead to the formulas beside the work)",
    )  # fmt: skip
    _tier(parser, "full", "how much of the assignments")
    quiet(parser)


def init_course(args: argparse.Namespace) -> None:
    """Make a course folder and say what to do next."""
    from flcourse.grading.course.newcourse import new_course

    here = Path.cwd()
    course = new_course(
        args.folder, name=args.name, term=args.term, timezone=args.timezone, start=args.start,
        checkout=args.checkout or (here if (here / "solutions").is_dir() else CHECKOUT),
        exchange=args.exchange, book=args.book, tier=args.tier,
    )  # fmt: skip
    points = sum(assignment.points for assignment in course.assignments)
    tell(args, f"{args.folder} holds {course.name}, {course.term}: "
               f"{len(course.assignments)} assignments, {points:g} points")  # fmt: skip
    tell(args, "Next: look at the dates in course.toml, enter your students into roster.csv,")
    tell(args, f"then in {args.folder}: flcourse release {course.assignments[0].stem}")
    tell(args, "and at any time: flcourse status")


def release_arguments(parser: argparse.ArgumentParser) -> None:
    """Name what goes out."""
    explain(
        parser,
        "Build assignments, enter them with their due dates and the students of roster.csv into "
        "the gradebook, and say which file students get, until when, and how many there are. With "
        "--to-exchange students can fetch them in JupyterLab. With --own-data each student, or "
        "group of roster.csv, gets data of their own in the tasks that bear it: a notebook for "
        "each lies in own-data/ASSIGNMENT/, the exchange hands everybody the right one, and "
        "grading goes by own-data/ASSIGNMENT.csv. Released again, everybody keeps what they have. "
        "With --tier students get the whole assignment (full, for courses of about 7 hours a "
        "week), or one that leaves out tasks (standard: 5 hours, core: 3 hours) and has points and "
        "hours of its own; course.toml keeps which, until students hand in. "
        "A dry run holds the text against all rules and writes nothing.",
        "flcourse release erm",
        "flcourse release erm --dry-run",
        "flcourse release erm --to-exchange",
        "flcourse release graph --tier core",
        "flcourse release graph --own-data",
        "flcourse release graph --own-data --moodle downloads/Grades-graph.csv",
    )
    parser.add_argument("assignment", nargs="+", help="its stem, such as gtvmin")
    parser.add_argument("--to-exchange", action="store_true", help="also to nbgrader's exchange")
    parser.add_argument(
        "--own-data", action="store_true", help="with data of their own for each student or group"
    )
    parser.add_argument(
        "--moodle", type=Path, metavar="WORKSHEET",
        help="with own data: Moodle's grading worksheet, to pack a ZIP by which Moodle hands each "
        "student their own notebook as a feedback file (default: none)",
    )  # fmt: skip
    _tier(parser, "", "how much of it, as kept in course.toml")
    dry_run(parser)
    course_and_quiet(parser)


def _tier(parser: argparse.ArgumentParser, otherwise: str, what: str) -> None:
    default = otherwise or "as course.toml says, else full"
    parser.add_argument(
        "--tier", choices=("core", "standard", "full"), default=otherwise,
        help=f"{what}: for 3, 5 or 7 hours a week (default: {default})",
    )  # fmt: skip


def release(args: argparse.Namespace) -> None:
    """Release assignments, and say what a person may have forgotten."""
    from flcourse.grading.authoring import build
    from flcourse.grading.course import release
    from flcourse.grading.course.folder import COURSE, ROSTER, read_course, read_roster

    course, students = read_course(args.course), read_roster(args.course)
    for stem in args.assignment:
        due = course.assignment(stem).due
        if args.dry_run:
            found = build.build(
                args.course, [stem], check=True, book=course.book, points=course.points,
                tier=release.with_tier(course, stem, args.tier),
            )  # fmt: skip
            ((place, differs),) = found.items()
            tell(args, f"{stem}: {place} would be {'written anew' if differs else 'as it is'}")
            if args.own_data:
                tell(args, f"  {len(students)} students of {ROSTER} would have own data")
        else:
            notebook, given = release.release(
                args.course, stem, to_exchange=args.to_exchange, own_data=args.own_data,
                tier=args.tier,
            )  # fmt: skip
            how = "students can fetch it" if args.to_exchange else "give this file to your students"
            if args.moodle and not given:
                raise ValueError("--moodle packs notebooks with own data: give --own-data, too")
            if given and not args.to_exchange:
                how = "with the public data; your students get their own"
            tell(args, f"{stem}: {notebook} is ready: {how}")
            if args.tier:
                _tell_tier(args, stem)
            if given:
                _tell_own_data(args, stem, given)
        if due:
            tell(args, f"  due {due:%a %Y-%m-%d %H:%M} ({course.timezone})")
        else:
            print(f"  {stem} has no due date, so nobody is late: write {stem} = 2027-03-01 below "
                  f"[due] in {COURSE}, and release again")  # fmt: skip
    if students:
        tell(args, f"  {len(students)} students in {ROSTER}")
    else:
        print(f"  nobody is in {ROSTER}: enter your students, and release again")


def _tell_tier(args: argparse.Namespace, stem: str) -> None:
    """Say how much of an assignment students get, and what the instructor has written of it."""
    from flcourse.grading.course.folder import COURSE, read_course

    course = read_course(args.course)
    points = course.assignment(stem).points
    tell(args, f"  tier {args.tier}, {points:g} points; {COURSE} says so from now on, "
               "syllabus.md is yours to change")  # fmt: skip


def _tell_own_data(args: argparse.Namespace, stem: str, given: Given) -> None:
    """Say where the notebooks with own data are, and how they come to their students."""
    from flcourse.grading import own_data
    from flcourse.grading.course import collect, variants
    from flcourse.grading.course.folder import read_course, read_roster

    home = args.course / own_data.FOLDER / stem
    tell(args, f"  {len(given.variants)} students have own data ({len(given.fresh)} are new): "
               f"{own_data.table(args.course, stem)} says which")  # fmt: skip
    tell(args, f"  {home}/STUDENT/{stem}.ipynb is the notebook of each")
    for note in given.notes:
        print(f"  {note}")
    if args.moodle:
        zone = read_course(args.course).zone
        sheet = collect.read_worksheet(args.moodle, read_roster(args.course), zone)
        numbers = {number: student for number, (student, _) in sheet.items() if student}
        place, missing = variants.for_moodle(args.course, stem, numbers, given.variants)
        tell(args, f"  {place}: in Moodle, 'Upload multiple feedback files in a zip'")
        if missing:
            print(f"  not in it, the worksheet does not name them: {', '.join(missing)}")


def collect_arguments(parser: argparse.ArgumentParser) -> None:
    """Name what is collected, and from where."""
    explain(
        parser,
        "Put what students have handed in where grading finds it: submitted/STUDENT/ASSIGNMENT/. "
        "A SOURCE is a ZIP that Moodle or Canvas gives ('download all submissions'), a folder with "
        "a folder for each student or with files named STUDENT_anything.ipynb, or a ZIP of "
        "flcourse submit. Moodle's ZIP does not say when something was handed in: name its "
        "grading worksheet, too. Without a SOURCE, nbgrader's exchange is collected. Who a file "
        "belongs to is read off the names that the platform gives, compared with roster.csv; what "
        "matches nobody is listed and stays where it is. Collecting twice changes nothing; a newer "
        "submission takes the place of an older one, which is kept in replaced/, but what has no "
        "notebook, or no answers, displaces nothing. Who handed in no notebook, that of another "
        "assignment, an empty one or several is listed. Exit code 1 if something was left where it "
        "is.",
        "flcourse collect erm downloads/erm.zip downloads/Grades-erm.csv",
        "flcourse collect erm  # from nbgrader's exchange",
        "flcourse collect erm downloads/erm.zip --dry-run",
        'flcourse collect erm downloads/erm.zip --match "Aino Virtanen_12345=aino"',
    )
    parser.add_argument("assignment", help="its stem, such as gtvmin")
    parser.add_argument(
        "source",
        nargs="*",
        type=Path,
        help="ZIP, folder, notebook; worksheet of Moodle (default: nbgrader's exchange)",
    )
    parser.add_argument(
        "--match", action="append", default=[], metavar="LABEL=STUDENT",
        help="whose a file is that the report has left where it is; may repeat "
        "(default: as the platform's names say)",
    )  # fmt: skip
    dry_run(parser)
    course_and_quiet(parser)


def collect(args: argparse.Namespace) -> int:
    """Collect submissions and report, on paper and in reports/."""
    from flcourse.grading.course import collect
    from flcourse.grading.course.folder import COURSE, read_course, read_roster

    pairs = [pair.rpartition("=") for pair in args.match]
    for label, equals, student in pairs:
        if not (label and equals and student):
            raise ValueError('--match must be "LABEL=STUDENT", with the label as in the report')
    course = read_course(args.course)
    into: contextlib.AbstractContextManager[Path] = contextlib.nullcontext(args.course)
    if args.dry_run:
        read_roster(args.course)  # what is wrong with it is said of the file that is meant
        into = collect.rehearsal(args.course, args.assignment)
    with into as folder:
        report = collect.collect(
            folder, args.assignment, args.source,
            matches={label: student for label, _, student in pairs},
            progress=None if args.quiet else show_progress,
        )  # fmt: skip
    text = "\n".join(["a dry run, nothing was changed:"] * args.dry_run + report.lines)
    if not args.dry_run:
        place = args.course / "reports" / args.assignment / "collected.txt"
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_text(text + "\n", "utf-8")
    if course.assignment(args.assignment).due is None and (args.course / COURSE).exists():
        text += f"\n  {args.assignment} has no due date in {COURSE}: nobody is late"
    if report.unmatched or report.odd or report.failed or not args.quiet:
        print(text)
    return 1 if report.unmatched or report.failed else 0


def extend_arguments(parser: argparse.ArgumentParser) -> None:
    """Name who gets more time, for what, until when."""
    explain(
        parser,
        "Give a student more time. It is written into extensions.csv, where the last row counts. "
        "If the assignment is graded already, the next flcourse grade takes the penalty back "
        "without grading anew.",
        "flcourse extend erm aino --until 2027-03-01",
        'flcourse extend erm aino --until "2027-03-01 12:00" --reason "ill, certificate seen"',
    )
    parser.add_argument("assignment", help="its stem, such as gtvmin")
    parser.add_argument("student", help="as in roster.csv")
    parser.add_argument("--until", required=True, metavar="DATE", help="in the time of the course")
    parser.add_argument("--reason", default="", help="for your own records (default: none)")
    course_and_quiet(parser)


def extend(args: argparse.Namespace) -> None:
    """Write an extension and say what it means."""
    from flcourse.grading.course.folder import extend, moment, read_course

    course = read_course(args.course)
    until = moment("--until", args.until, course.zone)
    extend(course, args.assignment, args.student, until, args.reason)
    tell(args, f"{args.student} has until {until:%Y-%m-%d %H:%M} ({course.timezone}) for "
               f"{args.assignment}")  # fmt: skip
    if (args.course / "results" / args.assignment / f"{args.student}.json").exists():
        tell(args, f"Next: flcourse grade {args.assignment} brings the gradebook up to date")


def archive_arguments(parser: argparse.ArgumentParser) -> None:
    """Name the course and the file."""
    explain(
        parser,
        "Write everything that answers a complaint in a year into one ZIP: the course folder with "
        "submissions, results, gradebook, feedback, exports and reports, the grader as it is now, "
        "the versions of all packages, and the SHA-256 of each file. The ZIP is read again "
        "afterwards. Nothing is deleted. The grading seed stays out unless you say so.",
        "flcourse archive --to ../fl27.zip",
        "flcourse archive fl27 --to fl27.zip --with-seed",
    )
    parser.add_argument(
        "course", nargs="?", type=Path, default=Path(), metavar="DIR",
        help="course folder (default: here)",
    )  # fmt: skip
    parser.add_argument("--to", type=Path, required=True, metavar="FILE.zip", help="a new file")
    parser.add_argument("--with-seed", action="store_true", help="put the grading seed in, too")
    quiet(parser)


def archive(args: argparse.Namespace) -> None:
    """Write an archive and say what is in it."""
    from flcourse.grading.course import archive
    from flcourse.grading.course.folder import SEED

    found = archive.archive(
        args.course, args.to, with_seed=args.with_seed,
        progress=None if args.quiet else show_progress,
    )  # fmt: skip
    tell(args, f"{found.place}: {found.files} files, {found.size / 1e6:.1f} MB, read again: all "
               "as they were")  # fmt: skip
    for name in found.left_out:
        print(f"left out, it is no plain file: {name}")
    if not args.with_seed:
        tell(args, f"The grading seed is not in it: keep {SEED} where you keep passwords")
