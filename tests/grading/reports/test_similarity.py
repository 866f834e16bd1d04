"""Copies are found whatever their names; answers that the task makes alike are left alone."""

import builtins
import io
import tokenize

import pytest
from conftest import ROOT
from course_helpers import disguised
from hypothesis import given
from hypothesis import strategies as st

from flcourse.grading.assignment import Assignment, AssignmentCell
from flcourse.grading.authoring.bank import read_bank
from flcourse.grading.notebook import released_source
from flcourse.grading.reports import class_pages, similarity
from flcourse.grading.reports.similarity import EVIDENCE, compare, marked, pairs, tokens
from flcourse.grading.script import read_script

LAPLACIAN = '''
def laplacian(A):
    """Laplacian of a graph."""
    n = len(A)
    L = np.zeros((n, n))
    for i in range(n):
        for j in range(n):
            if i != j:
                L[i, j] = -A[i][j]
                L[i, i] += A[i][j]
    return L
'''
COPY = """
def laplacian(A):
    # my own work
    size = len(A)
    result = np.zeros((size, size))
    for row in range(size):
        for column in range(size):
            if row != column: result[row, column] = -A[row][column]; result[row, row] += A[row][column]
    return result
"""  # noqa: E501 - as students write
OTHER = """
def laplacian(A):
    degrees = np.array([sum(row) for row in A])
    D = np.diag(degrees)
    return D - np.asarray(A, dtype=float)
"""
TEMPLATE = "def laplacian(A):\n    raise NotImplementedError()\n"


def signs(source):
    return [token.sign for token in tokens(source)]


def bank():
    """Right answers by task, with what students got and the reference: written to differ."""
    for folder in sorted((ROOT / "solutions" / "bank").glob("*/")):
        path = ROOT / "solutions" / f"{folder.name}.py"
        if not path.exists():
            continue
        script = read_script(path)
        variants = read_bank(folder, script)
        for cell in script.of_kind("answer"):
            right = {v.id: v.source for v in variants if v.task == cell.id and not v.loses}
            if right:
                yield f"{folder.name} {cell.id}", right, [cell.source, released_source(cell.source)]


# ------------------------------------------------------------------------------------- tokens


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("x = y + 1", "total=first+1  # a sum"),
        ("x = 0.50", "x = .5"),
        ("x = 1_000", "x = 1e3"),
        ("a = 'one'", 'b = """another"""'),
        ("f(x,\n  y)", "f(x, y)"),
        ('def f(x):\n    """Say."""\n    return x', "def f(x):\n    return x"),
        ("for i in range(3): pass", "for j in range(3):\n    pass"),
    ],
)
def test_what_a_writer_may_change_at_will_does_not_count(one, other):
    assert signs(one) == signs(other)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("x + 1", "x - 1"),
        ("np.sum(x)", "np.mean(x)"),
        ("len(x)", "max(x)"),
        ("x if y else z", "x and y or z"),
        ("x ** 2", "x * 2"),
        ("x = 1", "x = 2"),
    ],
)
def test_what_the_program_does_counts(one, other):
    assert signs(one) != signs(other)


@given(st.text(max_size=200))
def test_any_text_has_tokens_that_lie_in_it_in_order(source):
    found = tokens(source)
    ends = [0, *(token.end for token in found)]
    for token, before in zip(found, ends[:-1], strict=True):
        assert before <= token.start < token.end <= len(source)


@pytest.mark.parametrize("source", ['"""' * 9001, "'" * 20001, "(" * 40000, "\\" * 40000, "x\x00y"])
def test_hostile_text_takes_no_time(source):
    assert len(tokens(source)) <= len(source)


def test_tokens_are_those_of_python():
    # Where the text is a program, the module tokenize finds the same borders.
    kinds = {tokenize.NAME, tokenize.NUMBER, tokenize.OP, tokenize.STRING}
    for _, right, _ in list(bank())[:12]:
        for source in right.values():
            read = tokenize.generate_tokens(io.StringIO(source).readline)
            expected = [
                t.string for t in read if t.type in kinds and not t.string.startswith('"""')
            ]
            if any(text[:1] in "fF" and text[-1:] in "\"'" for text in expected):
                continue  # newer versions take strings with fields apart
            own = [source[t.start : t.end] for t in tokens(source)]
            assert [text for text in own if not text.startswith('"""')] == expected


def test_names_of_builtins_are_kept():
    added = {"display", "get_ipython"}  # by IPython, if a test before this one has started it
    assert {name for name in dir(builtins) if name.islower()} - added <= similarity.KEPT_WORDS


# ---------------------------------------------------------------------------------- comparing


def test_a_copy_with_other_names_comments_and_layout_is_found():
    answers = {"wei": LAPLACIAN, "aino": COPY, "ada": OTHER}
    match, *_ = compare("laplacian", answers, [TEMPLATE])
    assert match.students == ("aino", "wei")
    assert match.striking
    assert match.share > 0.8
    assert [p.students for p in pairs(compare("laplacian", answers, [TEMPLATE]))] == [
        ("aino", "wei")
    ]


def test_spans_mark_the_same_tokens_on_both_sides():
    match = compare("laplacian", {"aino": COPY, "wei": LAPLACIAN}, [TEMPLATE])[0]
    one, two = (
        [sign for start, end in spans for sign in signs(source[start:end])]
        for source, spans in zip((COPY, LAPLACIAN), match.spans, strict=True)
    )
    assert one == two
    assert len(one) == match.shared >= EVIDENCE


def test_what_everybody_was_given_is_no_evidence():
    answers = {"wei": LAPLACIAN, "aino": COPY}
    assert compare("laplacian", answers, [LAPLACIAN]) == []
    half = LAPLACIAN[: len(LAPLACIAN) // 2]
    assert compare("laplacian", answers, [half])[0].shared < compare("x", answers)[0].shared


def test_what_many_write_is_no_evidence():
    same = {f"s{number}": LAPLACIAN for number in range(similarity.MANY_ANSWERS + 1)}
    assert compare("laplacian", same) == []
    few = {f"s{number}": LAPLACIAN for number in range(similarity.MANY_ANSWERS)}
    assert (
        len(compare("laplacian", few))
        == similarity.MANY_ANSWERS * (similarity.MANY_ANSWERS - 1) // 2
    )


def test_a_short_answer_that_the_task_forces_is_never_flagged():
    answers = dict.fromkeys(("wei", "aino"), "def degrees(A):\n    return np.sum(A, axis=1)")
    assert not any(match.striking for match in compare("degrees", answers))
    assert similarity.too_short(answers) == 2


def test_independent_answers_are_left_alone_and_disguised_copies_found():
    # The bank's right answers to a task were written to differ in method: two of them are
    # independent. Measured when EVIDENCE and SHARE were set: 4 of 1,155 pairs, 0.35 %.
    all_pairs = flagged = copies = found = 0
    for task, right, shared in bank():
        all_pairs += len(right) * (len(right) - 1) // 2
        flagged += sum(match.striking for match in compare(task, right, shared))
        for name, source in right.items():
            copy = disguised(source)
            if len(tokens(copy)) < 2 * EVIDENCE:
                continue  # so short that copying it cannot be told from writing it
            copies += 1
            both = compare(task, {name: source, "~copy": copy}, shared)
            found += any(match.striking for match in both)
    assert all_pairs > 1000
    assert flagged <= 0.01 * all_pairs
    assert copies > 300
    assert found >= 0.99 * copies


def test_answers_are_taken_from_answer_cells_and_helpers_from_the_others():
    sheet = Assignment("graph", (
        AssignmentCell("answer", "laplacian", LAPLACIAN, TEMPLATE.strip(), 0, False, {}),
        AssignmentCell("tests", "laplacian-tests", "check()", "check()", 1, False, {}),
        AssignmentCell("free", "scratch", "", "", 0, False, {}),
    ), {})  # fmt: skip

    def notebook(*cells):
        written = [{"cell_type": "code", "id": i, "source": source} for i, source in cells]
        return {"notebook": {"cells": written}}

    results = {
        "wei": notebook(("laplacian", COPY), ("laplacian-tests", "check()"), ("extra-0", OTHER)),
        "aino": notebook(("laplacian", TEMPLATE), ("scratch", COPY), ("extra-0", OTHER)),
        "ada": {"notebook": None},
    }
    found = similarity.answers_of(sheet, results)
    assert found == {"laplacian": {"wei": COPY},
                     "other cells": {"wei": OTHER, "aino": f"{COPY}\n\n{OTHER}"}}  # fmt: skip
    pair, *_ = similarity.in_class(sheet, found)
    assert (pair.students, pair.matches[0].task) == (("aino", "wei"), "other cells")


# --------------------------------------------------------------------------------------- page


def test_the_page_shows_answers_as_text_with_what_they_share_marked():
    answers = {"laplacian": {"wei": LAPLACIAN + "# <script>", "伟": COPY + "# <b>"}}
    found = pairs(compare("laplacian", answers["laplacian"], [TEMPLATE]))
    page = class_pages.similarity_page("graph", found, answers, 2)
    assert "<script" not in page
    assert "&lt;script&gt;" in page
    assert "<mark>" in page
    assert "a reason to look, and no verdict" in page
    assert "wei and 伟" in page
    assert "There is no such pair" in class_pages.similarity_page("graph", [], answers, 2)


def test_marks_leave_the_text_as_it_is():
    text = marked(LAPLACIAN, [(5, 9), (20, 30)])
    assert text.replace("<mark>", "").replace("</mark>", "").unescape() == LAPLACIAN
