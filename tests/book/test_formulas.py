"""A label that an assignment tags a formula with stands in the book on the same formula."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
TAGGED = re.compile(r"\$\$((?:(?!\$\$).)*?)\\tag\{([\w-]+)\}\s*\$\$", re.DOTALL)
DISPLAYED = re.compile(r"\$\$\n((?:(?!\$\$).)*?)\n\$\$ \(([\w-]+)\)", re.DOTALL)
BLOCK = re.compile(
    r"^(:{3,})\{prf:\w+\}[^\n]*\n:label: ([\w-]+)\n(.*?)^\1$", re.DOTALL | re.MULTILINE
)
# How a formula is set, which changes nothing of what it says.
LAYOUT = [
    (r"\\\\(?=\s|$)", ""),
    (r"\\(?:begin|end)\{(?:aligned|gathered)\}", ""),
    (r"\\underbrace|_\{\\text\{[^}]*\}\}", ""),
    (r"\\(?:Bigg?|bigg?)[lr]?(?![a-zA-Z])|\\(?:left|right)(?![a-zA-Z])", ""),
    (r"\\[lr]?([vV])ert", r"\\\1ert"),
    (r"\\\|", r"\\Vert"),
    (r"\|", r"\\vert"),
    (r"\\[td]frac", r"\\frac"),
    (r"\\Vert\s*_2", r"\\Vert"),
    (r"\\(?:operatorname\*?|mathrm|mathbb|text|mathbf)\s*\{([^}]*)\}", r"\1"),
    (r"\\mathrm\s+e(?![a-z])", "e"),
    (r"\\wide(hat|tilde)", r"\\\1"),
    (r"\\overline", r"\\bar"),
    (r"\\sum_\{(\w) ?= ?\w+\}\^(?:\{[^}]*\}|\w)", r"\\sum_\1"),  # the range is told in the text
    (r"\\[,;:! ]|&|~|\\(?:text|display)style", ""),
    (r"[\s{}]", ""),
    (r"[,.;](?=\\end)", ""),
]
# Where an assignment uses other letters, a special case or words: what the book has instead.
REPHRASED = {
    # models of one parameter
    ("gossip", "eq-disagreement"): [
        ("(w_i-avg(w))^2", "\\Vertw_i-avg(W)\\Vert^2"),
        ("D(w)", "D(W)"),
    ],
    ("dpp", "eq-pair-inclusion"): [
        (r"\frac\lambda_r\lambda_se_k-2(\lambda_-r,-s)e_k(\lambda)", r"\pi_rs")
    ],
    ("fedbag", "eq-path-loss"): [("2.5", "f")],
    ("fedbag", "eq-lte-rate"): [("=W", "="), ("SNR/1.6", r"\fracSNR(x)1.6"), ("bit/s", "")],
    ("fedbag", "eq-upload-time"): [(r"32n\_params", "bp"), ("rateseconds", "rate(x)")],
    ("fedknn", "eq-fedknn-rate"): [(r"2\beta+1)", r"2\beta+1)\wedge\frac\sigma^2n")],
    ("fedopt", "eq-local-loss"): [(r"w\Vert", r"w_i\Vert")],
    ("fedopt", "eq-clip"): [(r"\fracc", r"\fracmedian_j\Vertu_j\Vert")],
    ("gtvmin", "eq-gtvmin-linear"): [
        (r"\min_w_0,\dots,w_n-1", r"\hatW\inargmin_W"),
        ("L_i(w_i)", r"\frac1m_i\Verty_i-X_iw_i\Vert^2"),
    ],
    ("synthesis", "eq-spectral-embedding"): [("u_k)", r"u_k)\inR^n\timesk")],
    ("synthesis", "eq-cluster-graph"): [("iandjare", "i,j")],
    ("synthesis", "eq-gtvmin-linear"): [
        (r"\min_W", r"\hatW\inargmin_W"),
        (r"\i,j\A^C_ij", r"\i,j\\inEA_ij"),
    ],
}
SHORTEST = 8  # tokens of one side of an equation that are no coincidence


def statements(formula):
    """The equations that stand beside or below each other in a display, without their layout."""
    formula = re.sub(r"&\s*\\q?quad", "&", formula)  # a line that goes on
    found = set()
    for part in re.split(
        r"\\q?quad(?![a-z])|\\text\{\s*(?:such that|with|or)[^}]*\}|[,.;]\s*(?:\\\\|$)"
        r"(?!\s*(?:0|&))",  # cases go on in the next line
        formula,
    ):
        for pattern, replacement in LAYOUT:
            part = re.sub(pattern, replacement, part)
        found.add(part.strip(",.;"))
    return found - {""}


def sides(equations):
    """The sides of the equations that are long enough to be recognised."""
    parts = {side for each in equations for side in re.split(r"=|\\[lg]eq?(?![a-z])", each)}
    return {side for side in parts if len(re.findall(r"\\[A-Za-z]+|.", side)) >= SHORTEST}


def same(ours, theirs):
    """Whether a whole equation, or a long side of one, occurs among both."""
    return bool(ours & theirs or sides(ours) & sides(theirs))


def book():
    """What stands under each label of the book: its formula, or the formulas of its block."""
    found = {}
    for page in (ROOT / "book").glob("*.md"):
        text = page.read_text("utf-8")
        found |= {label: statements(formula) for formula, label in DISPLAYED.findall(text)}
        for _, label, block in BLOCK.findall(text):
            inside = re.findall(r"\$\$?((?:(?!\$).)+?)\$\$?", block, re.DOTALL)
            found[label] = set().union(*map(statements, inside))
    return found


def tagged():
    """Formulas of the assignments as (stem, label, formula)."""
    for path in sorted((ROOT / "solutions").glob("*.py")):
        text = re.sub(r"^# ?", "", path.read_text("utf-8"), flags=re.MULTILINE)
        for formula, label in TAGGED.findall(text):
            yield path.stem, label, formula


def in_the_books_letters(stem, label, formula):
    """Equations of a formula, with the letters that the book uses for them."""
    found = statements(formula)
    for old, new in REPHRASED.get((stem, label), []):
        assert any(old in each for each in found), f"{stem}, {label}: no {old} to rephrase"
        found = {each.replace(old, new) for each in found}
    return found


@pytest.mark.parametrize(
    ("stem", "label", "formula"), list(tagged()), ids=lambda text: text if len(text) < 30 else ""
)
def test_a_tagged_formula_is_that_of_the_book(stem, label, formula):
    assert same(in_the_books_letters(stem, label, formula), book().get(label, set()))


def test_each_rephrased_formula_is_still_there():
    assert set(REPHRASED) <= {(stem, label) for stem, label, _ in tagged()}


def test_layout_is_no_difference_and_everything_else_is():
    set_wide = "\\begin{aligned}\nF_q &= \\Bigl\\lVert \\tfrac1m\\, x_i \\Bigr\\rVert_2^2 .\n"
    set_wide += "\\end{aligned}"
    assert statements(set_wide) == statements(r"F_q = \|\frac{1}{m} x_i\|^2")
    step, gradient = r"w^+ = w - \frac{\sum_i F_i}{\sum_i h_i}", r"\nabla f(w) = \sum_i p_i F_i"
    assert not same(statements(step), statements(gradient))
    mean, one = (
        r"\frac1n \sum_i \frac1{m_i} \lVert y_i \rVert^2",
        r"\frac1{m_i} \lVert y_i \rVert^2",
    )
    assert not same(statements(mean), statements(one))
    both, lower = (
        r"\lambda_2 S \le \operatorname{TV}(W) \le \lambda_n S",
        r"\operatorname{TV}(W) \ge \lambda_2 S",
    )
    assert not same(statements(both), statements(lower))
