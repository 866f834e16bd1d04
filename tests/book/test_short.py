"""Links that are short where room is dear, and lead on where a name alone would not."""

import sys
from pathlib import Path
from types import SimpleNamespace

from docutils import nodes
from docutils.utils import new_document
from sphinx import addnodes

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


def test_the_number_of_a_preprint_is_a_link_once():
    linked = nodes.reference("", "arXiv:1812.01097", refuri="https://arxiv.org/abs/1812.01097")
    entry = nodes.paragraph("", "", nodes.Text("2023. arXiv:2302.04363. Also "), linked)
    page = new_document("references")
    page += entry
    mend.link_preprints(SimpleNamespace(), page, "book/references")
    assert entry.astext() == "2023. arXiv:2302.04363. Also arXiv:1812.01097"
    links = list(entry.findall(nodes.reference))
    assert [link["refuri"].rpartition("/")[2] for link in links] == ["2302.04363", "1812.01097"]
