"""How tests look at a page with the eyes of axe-core."""

from pathlib import Path

AXE = Path(__file__).parent / "vendor" / "axe-core" / "axe.min.js"


SIZES = {"desktop": {"width": 1366, "height": 768}, "phone": {"width": 390, "height": 844}}


def axe(page, rules):
    """Serious and critical findings of axe-core, as rule, place and the reason."""
    page.evaluate(AXE.read_text("utf-8"))
    options = {"resultTypes": ["violations"], **rules}
    found = page.evaluate("options => axe.run(document, options)", options)["violations"]
    return [
        (finding["id"], node["html"][:150], node["failureSummary"])
        for finding in found
        if finding["impact"] in ("serious", "critical")
        for node in finding["nodes"]
    ]
