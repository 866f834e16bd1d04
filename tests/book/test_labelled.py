"""A label stands beside its formula, and the search finds it as one word."""

import json
import sys
from pathlib import Path

import pytest
from sphinx.application import Sphinx

sys.path.insert(0, str(Path(__file__).parents[2] / "book" / "_ext"))

PAGE = r"""# A page

:::{prf:definition} Laplacian
:label: def-laplacian

The matrix of {eq}`eq-laplacian`.
:::

$$
L = D - A
$$ (eq-laplacian)

By {eq}`eq-laplacian`.
"""
CONFIG = """
import sys
sys.path.insert(0, {path!r})
extensions = ["myst_nb", "sphinx_proof", "only_labels"]
myst_enable_extensions = ["dollarmath", "colon_fence"]
nb_execution_mode = "off"
html_theme = "basic"
"""
ONLY_LABELS = """
import labelled
def setup(app):
    app.connect("doctree-read", labelled.index)
    app.connect("html-page-context", labelled.show)
"""


@pytest.fixture(scope="module")
def built(tmp_path_factory):
    source = tmp_path_factory.mktemp("labelled")
    (source / "index.md").write_text(PAGE, "utf-8")
    (source / "conf.py").write_text(CONFIG.format(path=str(source)), "utf-8")
    (source / "only_labels.py").write_text(ONLY_LABELS, "utf-8")
    out = source / "out"
    Sphinx(source, source, out, source / "trees", "html", status=None).build()
    return out


def test_the_label_stands_at_the_formula_and_the_statement(built):
    page = (built / "index.html").read_text("utf-8")
    assert page.count('<span class="label-name">eq-laplacian</span>') == 1
    formula = page.partition('id="equation-eq-laplacian">')[2]
    assert formula.lstrip().startswith('<span class="label-name">eq-laplacian</span>')
    title = page.partition('id="def-laplacian">')[2].partition("</p>")[0]
    assert "Laplacian" in title
    assert title.endswith('<span class="label-name">def-laplacian</span>')


def test_the_search_knows_the_whole_label_and_where_it_is(built):
    index = (built / "searchindex.js").read_text("utf-8")
    entries = json.loads(index[len("Search.setIndex(") : -1])["indexentries"]
    assert entries["eq-laplacian"] == [[0, "equation-eq-laplacian", False]]
    assert entries["def-laplacian"] == [[0, "def-laplacian", False]]
