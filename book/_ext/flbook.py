"""Sphinx extension of this book: fresh results, an API page, notebooks, slides, search."""

from typing import Any

import cards
import cited
import deck
import errata
import keep
import labelled
import launch
import live_map
import measured
import mend
import minutes
import moved
import objectives
import places
import plans
import progress
import reference
import rerun
import verdicts
from sphinx.application import Sphinx


def setup(app: Sphinx) -> dict[str, Any]:
    """Connect the parts."""
    cited.setup()
    app.connect("html-collect-pages", progress.collect)
    app.add_config_value("flbook_launch", {}, "html")
    app.connect("source-read", deck.depend)
    app.connect("html-page-context", deck.add_deck)
    app.connect("html-page-context", launch.add_buttons, priority=502)
    app.connect("build-finished", launch.write_notebooks)
    app.connect("build-finished", moved.lead_on)
    app.connect("doctree-read", places.mark_terms)
    app.connect("build-finished", places.write)
    app.connect("html-page-context", places.add_script)
    app.connect("source-read", rerun.choose_cache)
    app.connect("build-finished", rerun.prune_caches)
    app.connect("html-page-context", mend.drop_thebe, priority=900)
    app.connect("doctree-resolved", mend.link_preprints)
    app.connect("doctree-resolved", mend.part_links)
    app.connect("builder-inited", mend.add_nodes)
    cards.setup(app)
    live_map.setup(app)
    app.connect("builder-inited", mend.keep_lines)
    app.connect("autodoc-process-docstring", reference.one_by_one, priority=400)  # napoleon: 500
    app.connect("autodoc-process-docstring", reference.members, priority=600)
    app.connect("autodoc-process-docstring", reference.whole_sentence, priority=600)
    app.connect("autodoc-process-signature", reference.signature)
    app.connect("autodoc-skip-member", reference.is_default)
    app.connect("autodoc-process-docstring", reference.link_labels, priority=900)
    app.connect("source-read", reference.write_sections)
    app.connect("doctree-read", reference.shorten)
    app.connect("source-read", minutes.fill)
    app.connect("source-read", errata.collect)
    app.connect("doctree-read", labelled.index)
    app.connect("html-page-context", labelled.show)
    app.connect("html-page-context", keep.show)
    app.connect("source-read", verdicts.write_report)
    app.connect("source-read", objectives.write_table)
    app.connect("source-read", plans.write)
    app.connect("source-read", measured.fill, priority=600)  # errata bring numbers with them
    return {"parallel_read_safe": True, "parallel_write_safe": True}
