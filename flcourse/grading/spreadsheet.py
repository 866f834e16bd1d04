"""Tables as spreadsheets and learning platforms write them, with each character in its place.

A table that came from elsewhere is filled in, not written anew: cells that are not ours keep their
bytes, and so do the mark at the beginning of the file, the quotes and the ends of the lines.
"""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

__all__ = ["FORMULA", "MARK", "Table", "harmless", "read_table", "written"]

# What opens a formula, in the widths that a spreadsheet may take; blanks in front do not hide it.
FORMULA = tuple("=+-@＝＋－＠")
MARK = "\ufeff"  # opens a file of ours: by it spreadsheets know UTF-8
BLANKS = tuple("\t\r\n")
DELIMITERS = ",;\t"
DECIMAL = re.compile(r"\s*-?\d+[.,]\d+\s*")


def harmless(value: Any) -> Any:
    """Return ``value``, with a quote before text that a spreadsheet would take for a formula.

    Examples
    --------
    >>> harmless("=HYPERLINK(A1)"), harmless("Ada"), harmless(-1.5)
    ("'=HYPERLINK(A1)", 'Ada', -1.5)
    """
    if not isinstance(value, str):
        return value
    bare = value.strip()  # a sign alone, as Moodle's "-" for no date, computes nothing
    formula = (bare.startswith(FORMULA) and len(bare) > 1) or value[:1] in BLANKS
    return f"'{value}" if formula else value


def written(rows: Iterable[Sequence[Any]]) -> str:
    """Return rows as a table that any spreadsheet may open."""
    out = io.StringIO(newline="")
    csv.writer(out).writerows([harmless(cell) for cell in row] for row in rows)
    return out.getvalue()


@dataclass(frozen=True)
class TableCell:
    """A cell: what it says, and where it stands in the text of its table."""

    value: str
    start: int
    end: int


@dataclass(frozen=True)
class Table:
    """A table as it came; ``rows`` leaves out empty lines."""

    text: str
    delimiter: str
    rows: tuple[tuple[TableCell, ...], ...]

    def column(self, name: str, row: int = 0) -> int | None:
        """Return the number of the column with this heading, or None; case does not matter."""
        heads = [cell.value.strip().lower() for cell in self.rows[row]]
        return heads.index(name.lower()) if name.lower() in heads else None

    @property
    def decimal_comma(self) -> bool:
        """Whether its numbers have a comma where others have a point."""
        numbers = [cell.value for row in self.rows for cell in row if DECIMAL.fullmatch(cell.value)]
        return self.delimiter == ";" and bool(numbers) and all("," in text for text in numbers)

    def value(self, row: int, column: int | None) -> str:
        """Return what a cell says, "" where there is none."""
        cells = self.rows[row]
        return cells[column].value.strip() if column is not None and column < len(cells) else ""

    def filled(self, values: Mapping[tuple[int, int], str]) -> str:
        """Return the text of the table with some cells, by row and column, replaced."""
        parts, here = [], 0
        for row, column in sorted(values):
            if column >= len(self.rows[row]):
                line = self.text.count("\n", 0, self.rows[row][0].start) + 1
                raise ValueError(f"line {line} must have {column + 1} cells or more")
            cell = self.rows[row][column]
            quoted = self.text[cell.start : cell.start + 1] == '"'
            parts += [self.text[here : cell.start],
                      _quoted(values[row, column], self.delimiter, quoted)]  # fmt: skip
            here = cell.end
        return "".join([*parts, self.text[here:]])


def _quoted(value: str, delimiter: str, always: bool) -> str:
    needed = always or any(sign in value for sign in (delimiter, '"', "\n", "\r"))
    return '"{}"'.format(value.replace('"', '""')) if needed else value


def read_table(content: bytes) -> Table:
    r"""Read a table in UTF-8, with commas, semicolons or tabs between its cells.

    Parameters
    ----------
    content : bytes
        The file, with or without a mark of its encoding.

    Raises
    ------
    ValueError
        If it is no such table.

    Examples
    --------
    >>> table = read_table('Name;Grade\r\n"Mäki; Aino";7,5\r\n'.encode())
    >>> table.value(1, 0), table.filled({(1, 1): "8"})
    ('Mäki; Aino', 'Name;Grade\r\n"Mäki; Aino";8\r\n')
    """
    try:
        text = content.decode("utf-8")
    except UnicodeDecodeError:
        raise ValueError(
            "the table must be UTF-8: in a spreadsheet, save it as 'CSV UTF-8'"
        ) from None
    start = 1 if text.startswith("\ufeff") else 0
    heading = text[start:].partition("\n")[0]
    delimiter = max(DELIMITERS, key=heading.count)
    rows = tuple(_rows(text, start, delimiter))
    if not rows:
        raise ValueError("the table must have a heading, it is empty")
    return Table(text, delimiter, rows)


def _rows(text: str, here: int, delimiter: str) -> Iterator[tuple[TableCell, ...]]:
    """Yield the rows; a quoted cell may hold delimiters and ends of lines."""
    cell = re.compile(rf'"([^"]*(?:""[^"]*)*)"([^{delimiter}\r\n]*)|([^{delimiter}\r\n]*)')
    row: list[TableCell] = []
    while here < len(text) or row:
        found = cell.match(text, here)
        if found is None or (found[3] or "").startswith('"'):
            line = text.count("\n", 0, here) + 1
            raise ValueError(f"line {line}: a quotation mark is opened and never closed")
        inner = found[3] if found[1] is None else found[1].replace('""', '"') + found[2]
        row.append(TableCell(inner, here, found.end()))
        here = found.end()
        if text[here : here + 1] == delimiter:
            here += 1
            continue
        here += 2 if text[here : here + 2] == "\r\n" else 1
        if len(row) > 1 or row[0].value:
            yield tuple(row)
        row = []
