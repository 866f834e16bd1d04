"""``flcourse new-assignment``, ``build`` and ``bank``: what an author of assignments runs."""

from __future__ import annotations

import argparse

from flcourse.cli._shared import FAILED, OK, course_and_quiet, explain, jobs, tell

__all__ = ["bank", "bank_arguments", "build", "build_arguments", "new", "new_arguments"]


def build_arguments(parser: argparse.ArgumentParser) -> None:
    """Name the assignments, and whether to write."""
    explain(
        parser,
        "Make notebooks of the texts in solutions/: those for students go to exercises/, those "
        "with solutions and all checks to _build/source, where grading finds them. The text is "
        "first held against the rules for assignments; what breaks one is named with file, line "
        "and cell. Where an assignment is graded already, flcourse regrade follows.",
        "flcourse build",
        "flcourse build erm graph",
        "flcourse build --check  # is everything built?",
    )
    parser.add_argument("assignment", nargs="*", help="stems (default: all of solutions/)")
    parser.add_argument("--check", action="store_true", help="write nothing, fail if one is stale")
    course_and_quiet(parser)


def build(args: argparse.Namespace) -> int:
    """Build assignments and say which changed."""
    from flcourse.grading.authoring import build, drawn
    from flcourse.grading.course.folder import read_course

    root = args.course.resolve()
    course = read_course(root)
    book = course.book
    stems = args.assignment or sorted(path.stem for path in (root / "solutions").glob("*.py"))
    behind = {
        stem for stem in stems if build.is_behind(root, stem, book=book, tier=course.tier_of(stem))
    }
    changed = build.build(
        root, args.assignment, check=args.check, book=book, points=course.points, tier=course.tier
    )
    drawings = [drawn.build(root, stem, check=args.check) for stem in stems]
    told = changed | {place: differs for one in drawings for place, differs in one.items()}
    for place, differs in told.items():
        late = place in changed and place.stem in behind
        old = differs or late
        said = ("up to date", "stale" if args.check else "built")[old]
        # Checks and solutions are in the source alone: what students have stays as it is.
        same = "; what students have is as it was" if old and not differs else ""
        if not args.quiet or (args.check and old):
            print(f"{said:10}  {place.relative_to(root)}{same}")
        if late and not args.check and (root / "results" / place.stem).is_dir():
            tell(args, f"{'':10}  it is graded already: flcourse regrade {place.stem}")
    return FAILED if args.check and (behind or any(told.values())) else OK


def new_arguments(parser: argparse.ArgumentParser) -> None:
    """Name the assignment."""
    explain(
        parser,
        "Write a text for a new assignment into solutions/, with one small task that keeps every "
        "rule, and a bank of right and wrong answers to it. Run it in your course folder; in a "
        "copy of the project it becomes an assignment for all courses. A text that is there is "
        "never changed.",
        "flcourse new-assignment week3",
        "flcourse new-assignment week3 --course fl27",
    )
    parser.add_argument("stem", metavar="ASSIGNMENT", help="its name, one word, such as week3")
    course_and_quiet(parser)


def new(args: argparse.Namespace) -> None:
    """Write an assignment to start from, and say what to do next."""
    from flcourse.grading.authoring.template import new_assignment
    from flcourse.grading.course.folder import COURSE, read_course

    root = args.course.resolve()
    for place in new_assignment(root, args.stem):
        tell(args, f"wrote  {place.relative_to(root)}")
    tell(args, f"Edit them, then: flcourse build {args.stem}, flcourse bank {args.stem}")
    if (root / COURSE).exists() and read_course(root).assignment(args.stem).due is None:
        tell(args, f"It has no due date: below [due] in {COURSE} write {args.stem} = 2027-03-01; "
             "syllabus.md, which is yours to edit, has no row for it")  # fmt: skip


def bank_arguments(parser: argparse.ArgumentParser) -> None:
    """Name the assignments, and how many processes work."""
    explain(
        parser,
        "Grade every answer of the bank (solutions/bank) and every mutant of the reference, and "
        "tell where the verdict is wrong: a right answer that loses points, a wrong one that "
        "keeps them, a mutant that survives. Texts and bank are those of this folder: in a course "
        "folder a mended check is tried here, and a bank of few answers is no problem. Exit code 1 "
        "if there is a problem.",
        "flcourse bank erm",
        "flcourse bank --jobs 2 --again",
    )
    parser.add_argument("assignment", nargs="*", help="stems (default: all with a bank)")
    parser.add_argument("--again", action="store_true", help="also where nothing changed")
    jobs(parser)
    course_and_quiet(parser)


def bank(args: argparse.Namespace) -> int:
    """Try every answer of the bank and every mutant, and tell false verdicts."""
    from flcourse.grading.authoring import verdicts
    from flcourse.grading.course.folder import COURSE

    root, wrong = args.course.resolve(), False
    own = (root / COURSE).exists()  # a course may keep a small bank, the project keeps large ones
    for stem in args.assignment or verdicts.graded(root):
        old = bool(verdicts.stale(root, stem)) or args.again
        found = verdicts.examine(root, stem, jobs=args.jobs) if old else verdicts.read(root, stem)
        if old:
            verdicts.write(root, found)
        tell(args, f"{stem}: {verdicts.summary(found)}{'' if old else ' (nothing changed)'}")
        listed = verdicts.problems(found, few=own)
        for problem in listed:
            print(f"{f'{stem}: ' if args.quiet else '  '}{problem}")
        if own and (small := len(verdicts.problems(found)) - len(listed)):
            tell(args, f"  {small} of them: the bank is small, which a course's own may be")
        wrong = wrong or bool(listed)
        for entry in verdicts.entries(found):
            print(f"\n{entry}")
    return FAILED if wrong else OK
