"""The list of sources names each as the text cites it: by authors and year, not by a number.

What tells sources of the same authors and year apart stands in references.bib: 2020a, 2020b.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from pybtex.plugin import register_plugin
from pybtex.style.formatting.plain import Style as Plain
from pybtex.style.labels import BaseLabelStyle


class Labels(BaseLabelStyle):  # type: ignore[misc]  # pybtex has no types
    """Labels such as "Jung, 2025", "Cao and Yang, 2015" and "Boyd et al., 2006"."""

    def format_labels(self, sorted_entries: Iterable[Any]) -> Iterator[str]:
        """Yield the label of each entry."""
        for entry in sorted_entries:
            yield f"{_names(entry)}, {entry.fields['year']}"


class Style(Plain):  # type: ignore[misc]
    """Entries in the order of their authors, under their labels."""

    default_label_style = "cited"


def _names(entry: Any) -> str:
    people = entry.persons.get("author") or entry.persons["editor"]
    names = [
        " ".join(map(str, person.rich_prelast_names + person.rich_last_names)) for person in people
    ]
    return f"{names[0]} et al." if len(names) > 2 else " and ".join(names)


def setup() -> None:
    """Let the setting bibtex_default_style find the style by its name."""
    register_plugin("pybtex.style.labels", "cited", Labels)
    register_plugin("pybtex.style.formatting", "cited", Style)
