"""Tag a printed document as PDF/UA-1 asks: what Chromium leaves out, for tools/paper.py.

Chromium tags words and pictures. It leaves running heads, backgrounds and the glyphs of formulas
without a tag or gives a frame to a paragraph, and wraps each run of words into an element that
means nothing. Here each page is read once and the tree once: what is seen and not said becomes an
artifact, glyphs come into their formula, and the tree keeps the elements that mean something.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

import pikepdf
from pikepdf import Array, Dictionary, Name, Operator

Matrix = tuple[float, float, float, float, float, float]
Point = tuple[float, float]
Box = tuple[float, float, float, float]

# What stands in a line of words; all else that means something is a block.
PHRASES = {"Span", "Em", "Strong", "Code", "Link", "Formula", "Quote", "Note", "Reference"}
BOXES = {"Document", "Part", "Art", "Sect", "Div", "BlockQuote", "LBody", "TD", "TH", "Caption"}
# Names of newer versions of PDF: a program that does not know them reads them as these.
ROLES = {"Em": "Span", "Strong": "Span"}
FORMULA = "formula: "  # how paper.js marks the text of a formula's cover
BEGINS = {"m", "re"}
MOVES = {"q", "Q", "cm", "BT", "Tm", "Do", "sh", "m", "l", "c", "v", "y", "re", "INLINE IMAGE"}
SHAPES = {"m", "l", "c", "v", "y", "h", "re", "W", "W*"}
PAINTS = {"f", "F", "f*", "B", "B*", "b", "b*", "S", "s"}


class Mark(NamedTuple):
    """Content of a page, by its number there."""

    page: int
    number: int


class Pointer(NamedTuple):
    """An annotation of a page, such as the area of a link."""

    page: int
    target: Any


@dataclasses.dataclass(eq=False)
class Element:
    """An element of the structure tree, apart from the document it came from."""

    tag: str
    kids: list[Element | Mark | Pointer]
    words: dict[str, Any] = dataclasses.field(default_factory=dict)  # /Alt, /Lang …
    look: dict[str, dict[str, Any]] = dataclasses.field(default_factory=dict)  # by owner


Kid = Element | Mark | Pointer


def mend(document: pikepdf.Pdf) -> None:
    """Tag a document that Chromium has printed for tools/paper.py."""
    numbers = {page.objgen: place for place, page in enumerate(document.pages)}
    old = document.Root.StructTreeRoot.K
    root = read(old[0] if isinstance(old, Array) else old, numbers)
    owners = {kid: element for element in every(root) for kid in element.kids
              if isinstance(kid, Mark)}  # fmt: skip
    places: dict[Mark, list[Mark]] = {}
    for number, page in enumerate(document.pages):
        places |= retag(document, page, number, owners)
    whole = Element("Document", blocks(shown(root, places), "Document"), root.words)
    contents(whole)
    write(document, whole)


# --------------------------------------------------------------------------------- the tree, read


def read(element: Any, numbers: Mapping[Any, int], page: int = -1) -> Element:
    """Element of a document with all that is below it."""
    page = numbers[element.Pg.objgen] if "/Pg" in element else page
    new = Element(str(element.S)[1:], [])
    below = element.get("/K", Array())
    for kid in below if isinstance(below, Array) else [below]:
        if not isinstance(kid, Dictionary):
            new.kids.append(Mark(page, int(kid)))
        elif "/S" in kid:
            new.kids.append(read(kid, numbers, page))
        else:
            there = numbers[kid.Pg.objgen] if "/Pg" in kid else page
            new.kids.append(
                Mark(there, int(kid.MCID)) if "/MCID" in kid else Pointer(there, kid.Obj)
            )
    new.words = {
        key: str(element[key]) for key in ("/Alt", "/Lang", "/ActualText") if key in element
    }
    if new.words.get("/Alt", "").startswith(FORMULA):
        new.tag, new.words["/Alt"] = "Formula", new.words["/Alt"].removeprefix(FORMULA)
    elif new.tag == "Figure" and "/Alt" not in new.words:
        new.tag = "Div"  # the frame of a figure and its caption
    given = element.get("/A", Array())
    for part in given if isinstance(given, Array) else [given]:
        look = new.look.setdefault(str(part.O), {})
        look |= {key: value for key, value in part.items() if meant(key, value)}
    return new


def meant(key: str, value: Any) -> bool:
    """Whether an attribute says more than what is so anyway; columns and rows name the headers."""
    return key not in {"/O", "/Headers"} and (key not in {"/ColSpan", "/RowSpan"} or value != 1)


def every(element: Element) -> Iterator[Element]:
    """Give an element and all below it."""
    yield element
    for kid in element.kids:
        if isinstance(kid, Element):
            yield from every(kid)


# ------------------------------------------------------------------------------ the tree, put right


def shown(element: Element, places: Mapping[Mark, Sequence[Mark]]) -> list[Kid]:
    """Kids of an element without what is an artifact now, and without those that hold nothing."""
    kids: list[Kid] = []
    for kid in element.kids:
        if isinstance(kid, Mark):
            kids += places.get(kid, [])
        elif isinstance(kid, Pointer):
            kids.append(kid)
        else:
            kid.kids = shown(kid, places)
            if kid.kids or kid.tag in {"TD", "TH"}:
                kids.append(kid)
    return kids


def blocks(kids: Sequence[Kid], tag: str) -> list[Kid]:
    """Kids of an element, without those that mean nothing; words get a paragraph of their own."""
    if tag not in BOXES:
        return [new for kid in kids for new in phrases(kid)]
    if any(is_words(kid) or is_run(kid) for kid in kids):
        found = [
            new for kid in kids for new in (phrases(kid) if in_line(kid) else opened(kid, tag))
        ]
        return found if all(map(is_words, found)) and tag not in HOLDERS else paragraphs(found)
    return [new for kid in kids for new in opened(kid, tag)]


HOLDERS = BOXES - {"LBody", "TD", "TH", "Caption"}  # words stand in these only in paragraphs


def is_words(kid: Kid) -> bool:
    """Whether something stands in a line."""
    return not isinstance(kid, Element) or kid.tag in PHRASES


def is_run(kid: Kid) -> bool:
    """Whether an element is what Chromium wraps a run of words into."""
    if not isinstance(kid, Element) or kid.tag != "NonStruct":
        return False
    return not any(isinstance(below, Element) for below in kid.kids)


def in_line(kid: Kid) -> bool:
    """Whether something and all below it, however wrapped, stands in a line."""
    if isinstance(kid, Element) and kid.tag == "NonStruct":
        return all(map(in_line, kid.kids))
    return is_words(kid)


def phrases(kid: Kid) -> list[Kid]:
    """Something in a line, unwrapped."""
    if not isinstance(kid, Element):
        return [kid]
    if kid.tag == "NonStruct":
        return [new for below in kid.kids for new in phrases(below)]
    return [settled(kid)]


def opened(kid: Kid, tag: str) -> list[Kid]:
    """Give a block, or what is in a wrapper of blocks; a wrapper of words becomes a paragraph."""
    if isinstance(kid, Element) and kid.tag == "NonStruct":
        if in_line(kid):
            return paragraphs(phrases(kid))
        return blocks(kid.kids, tag if tag in HOLDERS else "Div")
    return [settled(kid)] if isinstance(kid, Element) else [kid]


def paragraphs(kids: Iterable[Kid]) -> list[Kid]:
    """Blocks as they are, and words between them in paragraphs."""
    found: list[Kid] = []
    last: Element | None = None
    for kid in kids:
        if not is_words(kid):
            last = None
            found.append(kid)
        elif last is None:
            last = Element("P", [kid])
            found.append(last)
        else:
            last.kids.append(kid)
    return found


def settled(element: Element) -> Element:
    """Give an element whose kids are of the kinds that it may have."""
    if element.tag == "LI":
        labels = [kid for kid in element.kids if isinstance(kid, Element) and kid.tag == "Lbl"]
        body = [kid for kid in element.kids if kid not in labels]
        named = [settled(label) for label in labels]
        element.kids = [*named, Element("LBody", blocks(body, "LBody"))]
        return element
    element.kids = blocks(element.kids, element.tag)
    if only := {"Table": {"TR", "Caption"}, "TR": {"TH", "TD"}, "L": {"LI"}}.get(element.tag):
        strange = [k for k in element.kids if not isinstance(k, Element) or k.tag not in only]
        if strange:
            raise ValueError(f"{element.tag} may hold {only}, and holds {strange[:3]}")
    return element


def contents(document: Element) -> None:
    """Call the first list, which the title page is followed by, a table of contents."""
    first = next((element for element in every(document) if element.tag == "L"), None)
    for element in list(every(first)) if first else ():
        element.look.pop("/List", None)
        element.tag = {"L": "TOC", "LI": "TOCI", "LBody": "Reference"}.get(element.tag, element.tag)
        if element.tag == "TOCI":  # the lists below a chapter stand beside its own line
            line = [k for body in element.kids if isinstance(body, Element) for k in body.kids]
            lists = [kid for kid in line if isinstance(kid, Element) and kid.tag in {"L", "TOC"}]
            own = [kid for kid in line if kid not in lists]
            element.kids = [
                Element("Reference", [w for kid in own for w in unwrapped(kid)]),
                *lists,
            ]


def unwrapped(kid: Kid) -> list[Kid]:
    """Give the words of a paragraph, all else as it is."""
    return kid.kids if isinstance(kid, Element) and kid.tag == "P" else [kid]


# ------------------------------------------------------------------------------ the tree, written


def write(document: pikepdf.Pdf, root: Element) -> None:
    """Give a document this structure tree, and each page and link its place in it."""
    parents: list[dict[int, Any]] = [{} for _ in document.pages]
    links: list[Any] = []
    top = document.make_indirect(Dictionary(Type=Name.StructTreeRoot))
    top.K = place(document, root, top, parents, links)
    entries: list[Any] = []  # of the way from content to its element
    for number, (page, found) in enumerate(zip(document.pages, parents, strict=True)):
        page.obj.StructParents, page.obj.Tabs = number, Name.S
        entries.extend(
            [number, document.make_indirect(Array([found[i] for i in range(len(found))]))]
        )
    for number, (annotation, parent) in enumerate(links, len(parents)):
        annotation.StructParent = number
        entries.extend([number, parent])
    top.ParentTree = document.make_indirect(Dictionary(Nums=Array(entries)))
    top.ParentTreeNextKey = len(parents) + len(links)
    for page in document.pages:
        for annotation in page.get("/Annots", []):
            annotation.Contents = pikepdf.String(destination(document, annotation))
    top.RoleMap = Dictionary({f"/{new}": Name(f"/{old}") for new, old in ROLES.items()})
    document.Root.StructTreeRoot = top


def place(
    document: pikepdf.Pdf,
    element: Element,
    parent: Any,
    parents: list[dict[int, Any]],
    links: list[Any],
) -> Any:
    """Write an element below its parent; note what belongs to it in `parents` and `links`."""
    new = document.make_indirect(Dictionary(Type=Name.StructElem, S=Name(f"/{element.tag}")))
    new.P = parent
    for key, words in element.words.items():
        new[key] = pikepdf.String(words)
    looks = [Dictionary({"/O": Name(owner)} | look) for owner, look in element.look.items() if look]
    if looks:
        new.A = looks[0] if len(looks) == 1 else Array(looks)
    home = next((kid.page for kid in element.kids if not isinstance(kid, Element)), None)
    if home is not None:
        new.Pg = document.pages[home].obj
    kids = Array()
    for kid in element.kids:
        if isinstance(kid, Element):
            kids.append(place(document, kid, new, parents, links))
            continue
        page = document.pages[kid.page].obj
        if isinstance(kid, Pointer):
            links.append((kid.target, new))
            kids.append(Dictionary(Type=Name.OBJR, Obj=kid.target, Pg=page))
        else:
            parents[kid.page][kid.number] = new
            far = Dictionary(Type=Name.MCR, Pg=page, MCID=kid.number)
            kids.append(kid.number if kid.page == home else far)
    new.K = kids
    return new


def destination(document: pikepdf.Pdf, link: Any) -> str:
    """Tell where a link leads."""
    if "/A" in link:
        return str(link.A.URI)
    page = pikepdf.Page(document.Root.Dests[link.Dest][0])
    return f"Page {document.pages.index(page) + 1}"


# ----------------------------------------------------------------------------------------- pages


@dataclasses.dataclass(eq=False)
class Piece:
    """Instructions that change the state of a page, or paint one thing on it."""

    steps: list[Any]
    paints: str = ""  # "words", "shape", "picture" or nothing
    owner: Mark | None = None
    box: Box = (0.0, 0.0, 0.0, 0.0)


def retag(
    document: pikepdf.Pdf, page: pikepdf.Page, number: int, owners: Mapping[Mark, Element]
) -> dict[Mark, list[Mark]]:
    """Mark everything on a page as content or artifact; tell what became of each mark."""
    pieces = list(cut(page, number))
    pieces = gather(pieces, owners)
    adorn(pieces, owners)
    steps, places = join(pieces, number)
    page.obj.Contents = document.make_stream(pikepdf.unparse_content_stream(steps))
    return places


def cut(page: pikepdf.Page, number: int) -> Iterator[Piece]:
    """Cut what paints a page into pieces that may be marked; the old marks tell their owners."""
    state = State()
    marks: list[Mark | None] = []
    held: list[Any] = []  # of words or a shape that has begun
    for step in pikepdf.parse_content_stream(page):
        name = str(step.operator)
        if name in MOVES:
            state.follow(name, step.operands)
        if name == "BT" or name in BEGINS or held:
            held.append(step)
            if name == "ET" or name in PAINTS or name == "n":
                kind = "words" if name == "ET" else "shape" if name in PAINTS else ""
                yield Piece(held, kind, next(filter(None, reversed(marks)), None), state.box())
                held = []
        elif name in {"BDC", "BMC"}:
            given: Any = step.operands[1] if name == "BDC" else {}
            marks.append(Mark(number, int(given["/MCID"])) if "/MCID" in given else None)
        elif name == "EMC":
            marks.pop()
        else:
            kind = "picture" if name in {"Do", "sh", "INLINE IMAGE"} else ""
            yield Piece([step], kind, next(filter(None, reversed(marks)), None), state.box())


class State:
    """Where on the page the pen is: follows the matrices and collects points."""

    def __init__(self) -> None:
        self.matrix: Matrix = (1, 0, 0, 1, 0, 0)
        self.kept: list[Matrix] = []
        self.points: list[Point] = []

    def follow(self, name: str, operands: Any) -> None:
        """Take one instruction."""
        if name == "q":
            self.kept.append(self.matrix)
        elif name == "Q":
            self.matrix = self.kept.pop()
        elif name == "cm":
            self.matrix = product(numbers(operands), self.matrix)
        elif name == "BT":
            self.points = []
        elif name == "Tm" and not self.points:
            self.reach(numbers(operands)[4:])
        elif name in {"Do", "sh", "INLINE IMAGE"}:
            self.points = []
            self.reach((0, 0), (1, 0), (0, 1), (1, 1))
        elif name in {"m", "l", "c", "v", "y"}:
            given = numbers(operands)
            self.reach(*zip(given[::2], given[1::2], strict=True))
        elif name == "re":
            x, y, width, height = numbers(operands)
            self.reach((x, y), (x + width, y), (x, y + height), (x + width, y + height))

    def reach(self, *points: Sequence[float]) -> None:
        """Note points of the page."""
        a, b, c, d, e, f = self.matrix
        self.points += [(a * x + c * y + e, b * x + d * y + f) for x, y in points]

    def box(self) -> Box:
        """Rectangle of the points since the last call."""
        points, self.points = self.points or [(0.0, 0.0)], []
        across, along = zip(*points, strict=True)
        return min(across), min(along), max(across), max(along)


def numbers(operands: Iterable[Any]) -> Any:
    """Operands of an instruction as numbers."""
    return tuple(map(float, operands))


def product(first: Matrix, then: Matrix) -> Matrix:
    """Matrix that does one and then the other."""
    a, b, c, d, e, f = first
    p, q, r, s, t, u = then
    return (a * p + b * r, a * q + b * s, c * p + d * r, c * q + d * s,
            e * p + f * r + t, e * q + f * s + u)  # fmt: skip


def within(inner: Box, outer: Box, slack: float = 1.0) -> bool:
    """Whether a rectangle lies in another, up to a point on each side."""
    return (inner[0] >= outer[0] - slack and inner[1] >= outer[1] - slack
            and inner[2] <= outer[2] + slack and inner[3] <= outer[3] + slack)  # fmt: skip


def gather(pieces: Sequence[Piece], owners: Mapping[Mark, Element]) -> list[Piece]:
    """Give formulas their glyphs in place of their covers; what only decorates loses its owner."""
    free: list[Piece] = []  # since the last formula
    kept: list[Piece] = []
    for piece in pieces:
        element = owners.get(piece.owner) if piece.owner else None
        if piece.paints and element is not None and element.tag == "Formula":
            glyphs = [one for one in free if within(one.box, piece.box)]
            free = []
            for one in glyphs:
                one.owner = piece.owner
            element.look["/Layout"] = {"/BBox": rectangle([piece.box])}
            if glyphs:
                continue  # the cover has done what it is for
        elif piece.paints and element is None:
            piece.owner = None
            free.append(piece)
        kept.append(piece)
    return kept


def adorn(pieces: Sequence[Piece], owners: Mapping[Mark, Element]) -> None:
    """Tell where pictures are, and take backgrounds, frames and rules from words."""
    telling = {piece.owner for piece in pieces if piece.paints in {"words", "picture"}}
    drawn: dict[Mark, list[Box]] = {}
    for piece in pieces:
        if piece.owner is None or not piece.paints:
            continue
        tag = owners[piece.owner].tag
        if tag == "Figure":
            drawn.setdefault(piece.owner, []).append(piece.box)
        elif tag not in {"Formula", "Lbl"} and (
            piece.paints == "shape" or piece.owner not in telling
        ):
            piece.owner = None
    for owner, boxes in drawn.items():
        owners[owner].look["/Layout"] = {"/BBox": rectangle(boxes)}


def rectangle(boxes: Sequence[Box]) -> Array:
    """Rectangle around others, as a document writes it."""
    left, low, right, high = zip(*boxes, strict=True)
    return Array([round(edge, 2) for edge in (min(left), min(low), max(right), max(high))])


def join(pieces: Sequence[Piece], page: int) -> tuple[list[Any], dict[Mark, list[Mark]]]:
    """Instructions of a page with a mark around all that paints, and what became of each mark."""
    steps: list[Any] = []
    places: dict[Mark, list[Mark]] = {}
    number, now, end = 0, None, -1  # `end`: the place behind what was painted last
    opened = False
    for piece in pieces:
        if piece.paints and opened and piece.owner != now:
            steps.insert(end, END)
            opened = False
        if piece.paints and not opened:
            now, opened = piece.owner, True
            if now is None:
                steps.append(ARTIFACT)
            else:
                steps.append(begin(number))
                places.setdefault(now, []).append(Mark(page, number))
                number += 1
        steps += piece.steps
        end = len(steps) if piece.paints else end
    if opened:
        steps.insert(end, END)
    return steps, places


def begin(number: int) -> Any:
    """Instruction that begins some content."""
    operands = [Name.Span, Dictionary(MCID=number)]
    return pikepdf.ContentStreamInstruction(operands, Operator("BDC"))


ARTIFACT = pikepdf.ContentStreamInstruction([Name.Artifact], Operator("BMC"))
END = pikepdf.ContentStreamInstruction([], Operator("EMC"))
