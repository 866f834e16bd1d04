"""What belongs together is not torn at the end of a line."""

import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parents[2] / "book" / "_ext"))

import keep

X = r'<span class="math notranslate nohighlight">\(x\)</span>'
CODE = '<code class="docutils literal notranslate"><span class="pre">tests/a.py</span></code>'


def together(text):
    return f'<span class="fl-keep">{text}</span>'


@pytest.mark.parametrize(
    "text",
    [f"{X},", f"({X})", f"({X}", f"{X}).", f"{X}-means,", "93 %", "200 s", "1.4 Mbit/s", "q-FFL",
     "q-FedAvg", "(438–21,820)", f"(a) {X},", f"({CODE}", f"({CODE});", f"{CODE}.",
     "(<code><i>x.py</i></code>"],
)  # fmt: skip
def test_a_formula_and_its_mark_and_a_number_and_its_unit(text):
    assert keep.kept(f"<p>As {text} says</p>") == f"<p>As {together(text)} says</p>"


@pytest.mark.parametrize(
    ("number", "spread"),
    [("−0.32 ", "± 0.01"), ("94 ", "± 6 %"),
     ('<span class="pasted-text">0.7</span> ', '± <span class="pasted-text">0.6</span>')],
)  # fmt: skip
def test_a_wide_table_may_break_before_a_spread_but_not_behind_its_sign(number, spread):
    assert keep.kept(f"<td>{number}{spread}") == f"<td>{together(number + together(spread))}"


def test_an_option_in_a_table_keeps_its_dashes():
    option = '<span class="pre">--student</span>'
    assert keep.kept(f"<code>{option}</code>") == f"<code>{together(option)}</code>"


@pytest.mark.parametrize(
    "text",
    [f"As {X} says, ± is", '<img alt="93 % of q-FFL, a > b">',
     '<span class="math notranslate nohighlight">\\(N(0, s^2 I)\\)</span> is 3',
     "<pre>93 %\n0.1 ± 0.2 <b>x</b></pre>",
     '<div class="math notranslate" id="e">\n\\[93 % x,\\]</div>'],
)  # fmt: skip
def test_all_else_stays_as_it_is(text):
    assert keep.kept(text) == text
