"""Links that are short where room is dear, and lead on where a name alone would not."""

import sys
from pathlib import Path
from types import SimpleNamespace

from docutils import nodes
from docutils.utils import new_document
from sphinx import addnodes

from flcourse.grading.authoring.bank import grade
from flcourse.grading.official.execute import Process
from flcourse.grading.statuses import Status

sys.path.insert(0, str(Path(__file__).parents[2] / "book" / "_ext"))

import mend
import reference


def test_in_a_table_a_name_begins_with_its_module():
    def link():
        name = nodes.literal("", "flcourse.graph.spectrum()")
        return addnodes.pending_xref("", name, refdomain="py", reftarget="flcourse.graph.spectrum")

    page = nodes.container("", link(), nodes.table("", link()))
    reference.shorten(SimpleNamespace(), page)
    assert [child.astext() for child in page] == ["flcourse.graph.spectrum()", "graph.spectrum()"]


def test_the_reference_begins_with_all_its_modules_once():
    found = reference.parts()
    chapters, *others = reference.listed(found).split("\n- ")[1:]
    names = [name for name in reference.modules() if f"<{name}>" in "".join([chapters, *others])]
    assert names == reference.modules()
    assert chapters.index("<flcourse.erm>") < chapters.index("<flcourse.dpp>")
    assert "grading" not in chapters


def test_docstrings_are_set_without_touching_names_types_and_code():
    assert reference.plain("w_i of n_classes, D_{t+1} and 2^(63 − b)") == (
        r"w\ :sub:`i`\  of n_classes, D\ :sub:`t+1`\  and 2\ :sup:`63 − b`\ "
    )
    assert reference.plain('* **a_i** (*{"x", (m_i,)}*) -- "q"') == (
        r"* **a_i** (*{\"x\", (m_i,)}*) -- \"q\""
    )
    assert reference.plain('``a_i or "b"`` | c') == r'``a_i or "b"`` \| c'
    lines = [
        "words",
        ".. code-block:: shell",
        "",
        '    pip install "x"',
        "",
        "more::",
        "",
        "    a_i",
    ]
    assert [*reference.prose(lines)] == [0, 1, 5]


def test_signatures_hide_what_only_python_knows():
    def told(obj, given):
        return reference.signature(None, "class", "", obj, None, given, "")

    assert told(Status, "(value, names=None)") == ("", "")  # the machinery of an enumeration
    assert told(Process, "(args, bufsize=-1)") == ("", "")  # what another library takes
    assert told(reference.plain, "(a=<factory>, b=<function grade>, c=<Status.OK: 'OK'>)") == (
        "(a=..., b=grade, c=Status.OK)", ""
    )  # fmt: skip
    lines = ["What became of it."]
    reference.members(None, "class", "", Status, None, lines)
    assert "``OK``, ``REPAIRED``, ``TIMEOUT``" in " ".join(lines)
    assert reference.is_default(None, "class", "grader", grade, False, None) is True
    assert reference.is_default(None, "class", "run", Process.wait, False, None) is None


def test_the_number_of_a_preprint_is_a_link_once():
    linked = nodes.reference("", "arXiv:1812.01097", refuri="https://arxiv.org/abs/1812.01097")
    entry = nodes.paragraph("", "", nodes.Text("2023. arXiv:2302.04363. Also "), linked)
    page = new_document("references")
    page += entry
    mend.link_preprints(SimpleNamespace(), page, "book/references")
    assert entry.astext() == "2023. arXiv:2302.04363. Also arXiv:1812.01097"
    links = list(entry.findall(nodes.reference))
    assert [link["refuri"].rpartition("/")[2] for link in links] == ["2302.04363", "1812.01097"]
