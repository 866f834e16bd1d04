"""A page at each address that a chapter once had: it leads to the one that it has now."""

from pathlib import Path

from sphinx.application import Sphinx

MOVED = {"book/deploy": "flower"}
PAGE = """<!DOCTYPE html>
<html lang="en">
<head><meta charset="utf-8"><title>This chapter has moved</title>
<meta http-equiv="refresh" content="0; url={0}.html"></head>
<body><main><p>This chapter has moved to <a href="{0}.html">{0}.html</a>.</p></main></body>
</html>
"""


def lead_on(app: Sphinx, exception: Exception | None) -> None:
    """Write these pages after a good build."""
    if exception is None and app.builder.format == "html":
        for old, new in MOVED.items():
            page, text = Path(app.outdir) / f"{old}.html", PAGE.format(new)
            if not page.exists() or page.read_text("utf-8") != text:  # an unchanged page stays
                page.write_text(text, "utf-8")
