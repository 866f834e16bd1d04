"""Code of the book fits into the page, and what makes it fit changes no meaning."""

import ast

import cells
import pytest
from conftest import CHAPTERS, ROOT

LONG = """\
%config InlineBackend.figure_formats = ["svg"]
print(f"{name:9s} edges {A.nnz // 2:2d}  lambda_2 {graph.lambda_2(A):.4f}")
common = np.broadcast_to(W.mean(axis=0), W.shape)  # the projection onto S, row by row
plots.station_map(stations, A, fiedler, ax=ax, diverging=True, label="Fiedler vector");
"""


def test_a_long_cell_fits_and_means_the_same():
    fitted = cells.fitted(LONG)
    assert cells.too_long(fitted) == []
    assert fitted.startswith("%config InlineBackend")
    assert fitted.endswith(");\n")  # or a notebook would print the last value
    without = [code.split("\n", 1)[1] for code in (LONG, fitted)]
    assert len({ast.dump(ast.parse(code)) for code in without}) == 1
    assert "# the projection onto S, row by row\ncommon" in fitted


@pytest.mark.parametrize(
    ("line", "wanted"),
    [
        ("short(1, 2)\n", "short(1, 2)\n"),
        (f"f({'a' * 40}, {'b' * 40})\n", f"f({'a' * 40},\n  {'b' * 40})\n"),
        (f"x = M[{'i' * 40}, {'j' * 40}]\n", None),  # an index is not torn at its comma
    ],
)
def test_lines_go_on_below_their_bracket(line, wanted):
    fitted = cells.fitted(line)
    assert wanted is None or fitted == wanted
    assert f"{'i' * 40},\n     {'j' * 4}" not in fitted


@pytest.mark.parametrize("name", CHAPTERS)
def test_code_of_the_book_fits_into_the_page(name):
    text = (ROOT / f"{name}.md").read_text("utf-8")
    codes = [cell["code"] for cell in cells.CELL.finditer(text)]
    assert len(codes) == text.count("\n```{code-cell}")
    lines = [code.split("\n")[i] for code in codes for i in cells.too_long(code)]
    assert lines == [], "`.venv/bin/python tools/cells.py` breaks them"
