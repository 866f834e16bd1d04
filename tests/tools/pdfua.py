"""What a program can check of PDF/UA-1 (ISO 14289-1): each rule gives what is wrong in a document.

veraPDF checks more and is no Debian or Python package; who has it runs
`verapdf --flavour ua1 _build/pdf/federated-learning.pdf`. This file alone checks a document:
`.venv/bin/python tests/tools/pdfua.py FILE...`.
"""

import re
import sys
from collections import Counter

import pikepdf
from pikepdf import Array, Dictionary

STANDARD = """
    Document Part Art Sect Div BlockQuote Caption TOC TOCI Index NonStruct Private P H H1 H2 H3 H4
    H5 H6 L LI Lbl LBody Table TR TH TD THead TBody TFoot Span Quote Note Reference BibEntry Code
    Link Annot Figure Formula Form
"""
HOLDS = {  # what an element may have below it
    "L": {"L", "LI", "Caption"}, "LI": {"Lbl", "LBody"}, "TR": {"TH", "TD"},
    "Table": {"TR", "THead", "TBody", "TFoot", "Caption"}, "TOC": {"TOC", "TOCI", "Caption"},
    "TOCI": {"Lbl", "Reference", "NonStruct", "P", "TOC"},
}  # fmt: skip
BELONGS = {  # and what may stand above it
    "LI": {"L"}, "LBody": {"LI"}, "TR": {"Table", "THead", "TBody", "TFoot"}, "TH": {"TR"},
    "TD": {"TR"}, "TOCI": {"TOC"},
}  # fmt: skip
PAINTS = {"f", "F", "f*", "B", "B*", "b", "b*", "S", "s", "Do", "sh", "INLINE IMAGE", "Tj", "TJ",
          "'", '"'}  # fmt: skip


def kids(element):
    below = element.get("/K", Array())
    return list(below) if isinstance(below, Array) else [below]


def elements(document):
    """Elements of the structure tree in reading order."""

    def walk(element):
        for kid in kids(element):
            if isinstance(kid, Dictionary) and "/S" in kid:
                yield kid
                yield from walk(kid)

    return walk(document.Root.StructTreeRoot)


def tag(document, element):
    """Type of an element, as the map of roles has it; none for content without an element."""
    if not isinstance(element, Dictionary):
        return ""
    name = str(element.get("/S", ""))
    return str(document.Root.StructTreeRoot.get("/RoleMap", {}).get(name, name))[1:]


def attributes(element):
    if not isinstance(element, Dictionary):
        return {}
    given = element.get("/A", Array())
    parts = given if isinstance(given, Array) else [given]
    return {key: value for part in parts for key, value in part.items()}


def names_itself(document):
    root = document.Root
    if not root.get("/MarkInfo", {}).get("/Marked"):
        yield "not marked as tagged"
    if root.get("/MarkInfo", {}).get("/Suspects"):
        yield "its tags are suspects"
    if not str(root.get("/Lang", "")):
        yield "no language"
    if not root.get("/ViewerPreferences", {}).get("/DisplayDocTitle"):
        yield "a window shows the name of the file, not the title"
    if "/Metadata" not in root:
        yield "no metadata"
        return
    with document.open_metadata() as metadata:
        if not metadata.get("dc:title"):
            yield "no title in the metadata"
        if metadata.get("pdfuaid:part") != "1":
            yield "does not say that it is PDF/UA-1"


def knows_its_elements(document):
    tree = document.Root.StructTreeRoot
    top = kids(tree)
    if [tag(document, element) for element in top] != ["Document"]:
        yield "the tree's root is not one Document"
    for new in tree.get("/RoleMap", {}):
        if str(new)[1:] in STANDARD.split():
            yield f"{new} has a meaning already"
    for element in elements(document):
        if (name := tag(document, element)) not in STANDARD.split():
            yield f"{name} is no standard type"
        for kid in kids(element):
            if isinstance(kid, Dictionary) and "/S" in kid and kid.P.objgen != element.objgen:
                yield f"{kid.S} names another parent"


def nests_its_elements(document):
    for element in elements(document):
        name, above = tag(document, element), tag(document, element.P)
        if name in BELONGS and above not in BELONGS[name]:
            yield f"{name} below {above}"
        for kid in kids(element):
            below = tag(document, kid) or "content"
            if name in HOLDS and below not in HOLDS[name]:
                yield f"{name} holds {below}"


def orders_its_headings(document):
    last = 0
    for element in elements(document):
        if level := re.fullmatch(r"H(\d)", tag(document, element)):
            if int(level[1]) > last + 1:
                yield f"H{level[1]} follows H{last}"
            last = int(level[1])


def describes_pictures_and_formulas(document):
    for element in elements(document):
        if (name := tag(document, element)) in {"Figure", "Formula"}:
            if not (str(element.get("/Alt", "")) or str(element.get("/ActualText", ""))).strip():
                yield f"{name} without text"
            if not kids(element):
                yield f"{name} without content"
            if "/BBox" not in attributes(element):
                yield f"{name} without a place on its page"


def heads_its_tables(document):
    for table in elements(document):
        if tag(document, table) != "Table":
            continue
        rows = [row for row in elements_below(table) if tag(document, row) == "TR"]
        cells = [cell for row in rows for cell in kids(row)]
        heads = [cell for cell in cells if tag(document, cell) == "TH"]
        if not heads:
            yield "a table without headers"
        if any("/Scope" not in attributes(cell) for cell in heads):
            yield "a header that does not say what it heads"
        if len(set(widths(rows))) > 1:
            yield f"rows of {sorted(set(widths(rows)))} cells"


def elements_below(element):
    for kid in kids(element):
        if isinstance(kid, Dictionary) and "/S" in kid:
            yield kid
            yield from elements_below(kid)


def widths(rows):
    """Count the columns of each row, with the cells that reach down from above."""
    reach = Counter()
    for number, row in enumerate(rows):
        for cell in kids(row):
            look = attributes(cell)
            for down in range(int(look.get("/RowSpan", 1))):
                reach[number + down] += int(look.get("/ColSpan", 1))
    return [reach[number] for number in range(len(rows))]


def describes_its_links(document):
    holders = {}
    for element in elements(document):
        for kid in kids(element):
            if isinstance(kid, Dictionary) and "/Obj" in kid:
                holders[kid.Obj.objgen] = element
    parents = parents_of(document)
    for number, page in enumerate(document.pages, 1):
        if page.get("/Tabs") != "/S":
            yield f"page {number}: tab keys do not follow the tree"
        for link in page.get("/Annots", []):
            holder = holders.get(link.objgen)
            if holder is None or tag(document, holder) != "Link":
                yield f"page {number}: a link that no element holds"
            elif parents[int(link.StructParent)].objgen != holder.objgen:
                yield f"page {number}: a link with another parent"
            if not str(link.get("/Contents", "")):
                yield f"page {number}: a link without a description"


def parents_of(document):
    numbers = list(document.Root.StructTreeRoot.ParentTree.Nums)
    return {int(key): value for key, value in zip(numbers[::2], numbers[1::2], strict=True)}


def marks_all_it_shows(document):
    """Everything painted is content of one element, or an artifact."""
    places = {page.objgen: number for number, page in enumerate(document.pages, 1)}
    owned = {}
    for element in elements(document):
        for kid in kids(element):
            here = isinstance(kid, Dictionary)
            if not here or "/MCID" in kid:
                page = (kid if here and "/Pg" in kid else element).Pg
                number = int(kid.MCID if here else kid)
                if (places[page.objgen], number) in owned:
                    yield f"page {places[page.objgen]}: content {number} of two elements"
                owned[places[page.objgen], number] = element.objgen
    parents = parents_of(document)
    for number, page in enumerate(document.pages, 1):
        seen, wrong = marks(page)
        yield from (f"page {number}: {what}" for what in wrong)
        listed = parents[int(page.StructParents)] if seen else []
        for mark in sorted(seen):
            if mark >= len(listed) or owned.get((number, mark)) != listed[mark].objgen:
                yield f"page {number}: content {mark} of no element"
        yield from (f"page {number}: content {mark} is not there" for place, mark in owned
                    if place == number and mark not in seen)  # fmt: skip


def marks(page):
    """Numbers of the marked content of a page, and what is wrong with its marks."""
    open_marks, seen, wrong = [], set(), []
    for step in pikepdf.parse_content_stream(page):
        name = str(step.operator)
        if name in {"BDC", "BMC"}:
            given = step.operands[1] if name == "BDC" else {}
            mark = int(given["/MCID"]) if "/MCID" in given else None
            kind = "artifact" if step.operands[0] == "/Artifact" else mark
            if kind is not None and any(one is not None for one in open_marks):
                wrong.append("a mark within a mark")
            if mark in seen:
                wrong.append(f"content {mark} twice")
            seen |= {mark} - {None}
            open_marks.append(kind)
        elif name == "EMC":
            open_marks.pop()
        elif name in PAINTS and all(one is None for one in open_marks):
            wrong.append(f"{name} outside of marks")
    return seen, wrong


def embeds_its_letters(document):
    fonts = {}
    for page in document.pages:
        forms = [form for form in page.Resources.get("/XObject", {}).values()
                 if form.get("/Subtype") == "/Form"]  # fmt: skip
        for place in [page, *forms]:
            for font in place.get("/Resources", {}).get("/Font", {}).values():
                fonts[font.objgen] = font
    for font in fonts.values():
        name = str(font.get("/BaseFont", font.Subtype))
        if "/ToUnicode" not in font:
            yield f"{name}: letters without a meaning"
        elif re.search(rb"<(?:0000|FEFF|FFFE)>\s*$", font.ToUnicode.read_bytes(), re.M | re.I):
            yield f"{name}: a letter that means none"
        for below in font.get("/DescendantFonts", [] if font.Subtype == "/Type3" else [font]):
            if not {"/FontFile", "/FontFile2", "/FontFile3"} & set(below.FontDescriptor.keys()):
                yield f"{name} is not embedded"
            if below.Subtype == "/CIDFontType2" and "/CIDToGIDMap" not in below:
                yield f"{name}: no way from letters to glyphs"


def draws_every_letter(document):
    """No font is asked for a glyph that it has not (number 0)."""
    for number, page in enumerate(document.pages, 1):
        fonts, wide, missing = page.Resources.get("/Font", {}), False, 0
        for step in pikepdf.parse_content_stream(page):
            name = str(step.operator)
            if name == "Tf":
                wide = fonts[step.operands[0]].get("/Encoding") == "/Identity-H"
            elif name == "Tj" and wide:
                letters = bytes(step.operands[0])
                missing += sum(not any(letters[i : i + 2]) for i in range(0, len(letters), 2))
        if missing:
            yield f"page {number}: {missing} letters without a glyph"


def hides_nothing(document):
    if "/XFA" in document.Root.get("/AcroForm", {}) or document.is_encrypted:
        yield "a form of its own, or encrypted"
    if "/EmbeddedFiles" in document.Root.get("/Names", {}):
        yield "embedded files"
    for number, page in enumerate(document.pages, 1):
        for form in page.Resources.get("/XObject", {}).values():
            if form.get("/Subtype") == "/Form" and b"/MCID" in form.read_bytes():
                yield f"page {number}: marks within a form"


RULES = [
    names_itself, knows_its_elements, nests_its_elements, orders_its_headings,
    describes_pictures_and_formulas, heads_its_tables, describes_its_links, marks_all_it_shows,
    embeds_its_letters, draws_every_letter, hides_nothing,
]  # fmt: skip


if __name__ == "__main__":
    for path in sys.argv[1:]:
        with pikepdf.open(path) as document:
            for rule in RULES:
                found = Counter(re.sub(r"\d+", "N", words) for words in rule(document))
                print(f"{path}: {rule.__name__}: {dict(found.most_common(8)) or 'nothing found'}")
