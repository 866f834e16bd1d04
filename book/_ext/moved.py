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
            (Path(app.outdir) / f"{old}.html").write_text(PAGE.format(new), "utf-8")
