"""How tests look at a page with the eyes of axe-core."""

from pathlib import Path

AXE = Path(__file__).parent / "vendor" / "axe-core" / "axe.min.js"


SIZES = {"desktop": {"width": 1366, "height": 768}, "phone": {"width": 390, "height": 844}}


# A number for each kind of element: its name and classes, and those of the elements around it.
KIND = """
    const kinds = new Map(), known = new Map();
    const kind = e => {
        if (!e || known.has(e)) return known.get(e);
        const words = `${kind(e.parentElement)} ${e.tagName} ${e.className}`;
        if (!kinds.has(words)) kinds.set(words, kinds.size);
        known.set(e, kinds.get(words));
        return known.get(e);
    };
"""

# What axe-core would look at thousands of times, to say the same again: the glyphs of formulas,
# which hold no text and are hidden from assistive software (their MathML stays); the spans that
# colour code, of which the first with its classes, inside the same elements, speaks for all; and
# the thousand entries of the reference, of which every fifth does.
WITHOUT_REPETITIONS = f"""() => {{
    {KIND}
    [...document.querySelectorAll('dl.py')].filter(e => !e.querySelector('dl.py'))
        .forEach((e, place) => {{ if (place % 5) e.remove(); }});
"""
WITHOUT_REPETITIONS += """
    const glyphs = [...document.querySelectorAll('mjx-container > mjx-math[aria-hidden=true]')]
        .filter(e => e.textContent === '').map(e => [e, e.getBoundingClientRect()]);
    const seen = new Set();
    const again = one => seen.has(one) || !seen.add(one);
    const plain = style => style.display === 'inline' && style.position === 'static';
    const spans = [...document.querySelectorAll(':is(.highlight, .sig) span[class]')].filter(
        e => again(kind(e)) && e.attributes.length === 1 && plain(getComputedStyle(e)));
    for (const [e, {width, height}] of glyphs) {
        e.style.cssText = `display: inline-block; width: ${width}px; height: ${height}px`;
        e.replaceChildren();
    }
    for (const e of spans) e.replaceWith(...e.childNodes);
    document.body.normalize();
}"""

# Contrast follows from the classes of an element and of those around it, and from its own style:
# three of a kind (rows of a table are striped, the first is special) speak for all, and the others
# are taken away. What else has to be seen on the page must have been seen before.
THREE_OF_A_KIND = f"() => {{ {KIND}"
THREE_OF_A_KIND += """
    const seen = new Map();
    const surplus = [...document.querySelectorAll('body *:not([style])')].filter(e => {
        const one = kind(e);
        seen.set(one, (seen.get(one) ?? 0) + 1);
        return seen.get(one) > 3;
    });
    for (const e of surplus.reverse()) if (!e.children.length) e.remove();
}"""


# Each rule has one impact, which axe-core gives to all that the rule finds. The rules of which no
# finding would be told below are not tried: among them are some of the longest, such as `region`.
RUN = """([within, { rules, ...options }]) => {
    const light = axe._audit.rules.filter(({ impact }) => ["minor", "moderate"].includes(impact))
        .map(({ id }) => [id, { enabled: false }]);
    const all = { ...options, rules: { ...Object.fromEntries(light), ...rules } };
    return axe.run(within === "body" ? document : within, all);
}"""


def axe(page, rules, within="body"):
    """Serious and critical findings of axe-core, as rule, place and the reason.

    The first look at a page takes the repetitions away, for the later ones, too.
    """
    # A colour that fades into another is looked at when it has arrived.
    page.evaluate("() => document.getAnimations().forEach(change => change.finish())")
    if page.evaluate("() => !window.axe"):
        page.evaluate(WITHOUT_REPETITIONS)
        page.evaluate(AXE.read_text("utf-8"))
    found = page.evaluate(RUN, [within, {"resultTypes": ["violations"], **rules}])["violations"]
    return [
        (finding["id"], node["html"][:150], node["failureSummary"])
        for finding in found
        if finding["impact"] in ("serious", "critical")
        for node in finding["nodes"]
    ]
