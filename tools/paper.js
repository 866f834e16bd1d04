// What the browser runs for tools/paper.py: one long page for print, XHTML for an e-book.

// Browsers and e-readers know few styles of letters: each styled letter becomes the sign of its own that it has.
const PLAIN = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";
const STYLED = {
  "double-struck": "𝔸𝔹ℂ𝔻𝔼𝔽𝔾ℍ𝕀𝕁𝕂𝕃𝕄ℕ𝕆ℙℚℝ𝕊𝕋𝕌𝕍𝕎𝕏𝕐ℤ𝕒𝕓𝕔𝕕𝕖𝕗𝕘𝕙𝕚𝕛𝕜𝕝𝕞𝕟𝕠𝕡𝕢𝕣𝕤𝕥𝕦𝕧𝕨𝕩𝕪𝕫𝟘𝟙𝟚𝟛𝟜𝟝𝟞𝟟𝟠𝟡",
  bold: "𝐀𝐁𝐂𝐃𝐄𝐅𝐆𝐇𝐈𝐉𝐊𝐋𝐌𝐍𝐎𝐏𝐐𝐑𝐒𝐓𝐔𝐕𝐖𝐗𝐘𝐙𝐚𝐛𝐜𝐝𝐞𝐟𝐠𝐡𝐢𝐣𝐤𝐥𝐦𝐧𝐨𝐩𝐪𝐫𝐬𝐭𝐮𝐯𝐰𝐱𝐲𝐳𝟎𝟏𝟐𝟑𝟒𝟓𝟔𝟕𝟖𝟗",
  script: "𝒜ℬ𝒞𝒟ℰℱ𝒢ℋℐ𝒥𝒦ℒℳ𝒩𝒪𝒫𝒬ℛ𝒮𝒯𝒰𝒱𝒲𝒳𝒴𝒵𝒶𝒷𝒸𝒹ℯ𝒻ℊ𝒽𝒾𝒿𝓀ℓ𝓂𝓃ℴ𝓅𝓆𝓇𝓈𝓉𝓊𝓋𝓌𝓍𝓎𝓏0123456789",
};
const styled = (formula) => {
  for (const element of formula.querySelectorAll("[mathvariant]")) {
    const signs = STYLED[element.getAttribute("mathvariant")];
    if (!signs || !/^[A-Za-z0-9]+$/.test(element.textContent)) continue;
    element.textContent = [...element.textContent].map((letter) => [...signs][PLAIN.indexOf(letter)]).join("");
    element.removeAttribute("mathvariant");
  }
};
// A prime is a raised sign already: as a superscript it would be a speck far above its letter.
const primes = (formula) => {
  for (const raised of formula.querySelectorAll("msup, msubsup")) {
    const prime = raised.lastElementChild;
    if (!/^[′″‴]$/.test(prime.textContent.trim()) || prime.localName !== "mo") continue;
    const row = document.createElementNS(raised.namespaceURI, "mrow");
    prime.setAttribute("lspace", "0");
    prime.setAttribute("rspace", "0");
    const base = raised.firstElementChild;
    base.replaceWith(row);
    row.append(base, prime);
    if (raised.localName === "msup") raised.replaceWith(row);
    else {
      const below = document.createElementNS(raised.namespaceURI, "msub");
      below.append(...raised.children);
      raised.replaceWith(below);
    }
  }
};

window.paper = {
  // Take away what only a screen with a keyboard can use, and unfold what is folded.
  clean(article) {
    const useless = ".headerlink, .copybtn, button, script, .prev-next-footer, .tag_hide-input details," +
      " details.hide > summary, .sd-summary-state-marker," +
      " .fl-unserved, .fl-slider :is(label, output), .fl-slider img:not(.paper), .fl-map :is(label, output, .curve)";
    article.querySelectorAll(useless).forEach((element) => element.remove());
    for (const picture of article.querySelectorAll(".fl-slider img")) {
      picture.hidden = false;
      const words = document.createElement("p");
      words.textContent = picture.alt;
      const both = document.createElement("div");
      picture.replaceWith(both);
      both.append(picture, words);
    }
    article.querySelectorAll("details.hide").forEach((fold) => fold.replaceWith(...fold.childNodes));
    article.querySelectorAll("details").forEach((fold) => { fold.open = true; });
    for (const said of article.querySelectorAll(".cell_output")) {
      if (said.textContent.trim().startsWith("Not answered yet")) said.remove();  // asks to run it again
    }
    for (const row of article.querySelectorAll("table:not(:has(th)) tr")) {  // its first column names the rest
      const name = document.createElement("th");
      name.scope = "row";
      name.append(...row.cells[0].childNodes);
      row.cells[0].replaceWith(name);
    }
    for (const row of article.querySelectorAll("tbody tr")) {  // a heading among the rows
      const [first, ...rest] = row.cells;
      const heads = first?.querySelector("a, strong") && rest.every((cell) => !cell.textContent.trim() && !cell.querySelector("img"));
      row.classList.toggle("heads", Boolean(heads && rest.length));
    }
    for (const line of article.querySelectorAll("p")) {
      line.classList.toggle("announces", /:$/.test(line.textContent.trim()));
    }
    for (const cell of article.querySelectorAll("td, th")) {  // the printer leaves out empty ones
      if (!cell.textContent.trim() && !cell.querySelector("img")) cell.textContent = "\u00a0";
    }
    for (const code of article.querySelectorAll("pre")) {
      code.setAttribute("role", "code");
      if (code.textContent.trim().split("\n").length > 30) code.classList.add("long");
    }
    return article;
  },

  // A drawing of the page becomes a picture; its look, which style sheets give it, goes with it.
  draw(drawings) {
    for (const drawing of drawings) {
      for (const element of [drawing, ...drawing.querySelectorAll("*")]) {
        const look = getComputedStyle(element);
        const rules = ["fill", "fill-opacity", "stroke", "stroke-opacity", "stroke-width", "font", "text-anchor"];
        element.setAttribute("style", rules.map((rule) => `${rule}: ${look.getPropertyValue(rule)}`).join("; "));
      }
      drawing.setAttribute("xmlns", "http://www.w3.org/2000/svg");
      const words = drawing.getAttribute("aria-label") ?? drawing.parentElement.getAttribute("aria-label");
      const code = [...new TextEncoder().encode(new XMLSerializer().serializeToString(drawing))];
      const image = Object.assign(document.createElement("img"), { alt: words });
      image.src = `data:image/svg+xml;base64,${btoa(String.fromCharCode(...code))}`;
      drawing.replaceWith(image);
    }
  },

  // Put chapters into this one page, behind a title page and a list of contents; an anchor's name
  // begins with its chapter.
  async gather(names, title, subtitle, elsewhere) {
    const book = document.createElement("main");
    const heads = [];
    for (const name of names) {
      const page = new DOMParser().parseFromString(await (await fetch(`${name}.html`)).text(), "text/html");
      const article = this.clean(page.querySelector("article.bd-article"));
      if (name === "index") this.preface(article);
      article.id = `${name}--`;
      for (const element of article.querySelectorAll("[id]")) element.id = `${name}--${element.id}`;
      for (const link of article.querySelectorAll("a[href]")) {
        const [, to, anchor] = link.getAttribute("href").match(/^([^#?]*?)(?:\.html)?(?:#(.*))?$/) ?? [];
        const chapter = to === "" ? name : to;
        if (names.includes(chapter)) link.setAttribute("href", `#${chapter}--${anchor ?? ""}`);
        else if (to !== undefined && !to.includes(":")) {  // a page of the other document, a function, or a file
          const named = elsewhere && !link.querySelector("code") && !/^(api|genindex|progress|search)$|\./.test(to);
          link.replaceWith(...link.childNodes, named ? ` (${elsewhere})` : "");
        }
      }
      const head = article.querySelector("h1").textContent.trim();
      heads.push(`@page c-${name} { @top-left { content: ${JSON.stringify(head)}; } } article#${name}-- { page: c-${name}; }`);
      book.append(article);
    }
    book.prepend(this.cover(title, subtitle), this.contents(book));
    document.body.replaceChildren(book);
    document.title = title;
    document.documentElement.dataset.theme = "light";
    document.documentElement.classList.add("paper");
    const running = `@page { size: A4; margin: 24mm 20mm 20mm; font: 9.5pt paper-serif, serif;
        @top-right { content: ${JSON.stringify(title)}; } @bottom-center { content: counter(page); } }
      @page cover { @top-right { content: none; } @bottom-center { content: none; } }
      @page contents { @top-left { content: "Contents"; } }`;
    document.head.append(Object.assign(document.createElement("style"), { textContent: running + heads.join("\n") }));
    // What MathJax measures must be there.
    await Promise.all([...document.fonts].filter((face) => face.family.includes("paper-")).map((face) => face.load()));
    await MathJax.startup.promise;
    await MathJax.typesetPromise([book]);
    this.speak();
    await Promise.all([...document.images].map((image) => { image.loading = "eager"; return image.decode().catch(() => {}); }));
    for (const slider of document.querySelectorAll(".fl-slider")) {
      const { naturalHeight, naturalWidth } = slider.querySelector("img");
      slider.classList.toggle("tall", naturalHeight > 0.9 * naturalWidth);
    }
    await document.fonts.ready;
  },

  // The first page of the book as a preface: what invites on a screen is not for paper.
  preface(article) {
    article.querySelector("h1").textContent = "About this book";
    article.querySelectorAll(".fl-hero, #the-lectures").forEach((element) => element.remove());
  },

  cover(title, subtitle) {
    const page = document.createElement("section");
    page.className = "paper-cover";
    for (const [tag, text] of [["h1", title], ["p", subtitle], ["p", "The flcourse maintainers"],
      ["p", `Text CC BY 4.0, code BSD 3-Clause · ${new Date().getFullYear()}`]]) {
      page.append(Object.assign(document.createElement(tag), { textContent: text }));
    }
    return page;
  },

  // Chapters and their sections; `number` fills in the pages.
  contents(book) {
    const page = document.createElement("nav");
    page.className = "paper-contents";
    page.append(Object.assign(document.createElement("h1"), { textContent: "Contents" }));
    const all = document.createElement("ul");
    let below;
    for (const heading of book.querySelectorAll("h1, article > section > section > h2")) {
      const place = heading.closest("section[id], article");
      const line = document.createElement("li");
      const link = Object.assign(document.createElement("a"), { href: `#${place.id}`, className: `paper-${heading.localName}` });
      const words = document.createElement("span");
      words.append(...heading.cloneNode(true).childNodes);
      link.append(words, Object.assign(document.createElement("span"), { className: "page", textContent: "000" }));
      line.append(link);
      if (heading.localName === "h1") {
        below = document.createElement("ul");
        line.append(below);
        all.append(line);
      } else {
        below.append(line);
      }
    }
    all.querySelectorAll("ul:empty").forEach((list) => list.remove());
    page.append(all);
    return page;
  },

  // What the outline of a first print will list: the words of each heading, in their order.
  headings() {
    return [...document.querySelectorAll("main :is(h1, h2, h3, h4, h5, h6)")].map((heading) => heading.textContent.trim());
  },

  // Write page numbers, one for each heading of the document, into the contents.
  number(pages) {
    const all = [...document.querySelectorAll("main :is(h1, h2, h3, h4, h5, h6)")];
    const listed = all.filter((heading) => heading.matches("article h1, article > section > section > h2"));
    document.querySelectorAll("nav.paper-contents .page").forEach((place, i) => { place.textContent = pages[all.indexOf(listed[i])]; });
  },

  // A formula is hundreds of glyphs without a meaning of their own. The printer gives a text to what
  // is a picture: so each formula is covered by one that cannot be seen, and whose text is its LaTeX.
  speak() {
    const clear = "data:image/svg+xml," + encodeURIComponent('<svg xmlns="http://www.w3.org/2000/svg" ' +
      'width="9" height="9"><rect width="9" height="9" fill="white" fill-opacity="0.01"/></svg>');
    for (const { typesetRoot, math } of MathJax.startup.document.math) {
      if (!typesetRoot.isConnected) continue;
      typesetRoot.querySelector("mjx-assistive-mml")?.remove();
      const cover = Object.assign(document.createElement("img"), { src: clear });
      cover.alt = `formula: ${math.trim().replace(/\s+/g, " ")}`;
      cover.style.cssText = "position: absolute; left: 0; top: 0; width: 100%; height: 100%; max-height: none";
      typesetRoot.style.position = "relative";
      typesetRoot.append(cover);
    }
  },

  // Formulas of this page, read by MathJax and not drawn, which would take most of the time.
  async formulas() {
    const script = document.querySelector("script[src*='tex-chtml.js']");
    if (!script) return [];  // a page without formulas
    MathJax.startup = { typeset: false };
    await new Promise((done) => document.head.append(
      Object.assign(document.createElement("script"), { src: script.src, onload: done })));
    await MathJax.startup.promise;
    MathJax.startup.document.findMath().compile();
    return MathJax.startup.document.math;
  },

  // This chapter as XHTML with MathML, and the addresses of its pictures.
  async xhtml() {
    for (const item of await this.formulas()) {
      const holder = document.createElement("div");
      holder.innerHTML = MathJax.startup.toMML(item.root);
      const formula = holder.querySelector("math");
      for (const element of [formula, ...formula.querySelectorAll("*")]) {
        [...element.attributes].forEach(({ name }) => name.startsWith("data-") && element.removeAttribute(name));
      }
      formula.setAttribute("alttext", item.math.trim());
      styled(formula);
      primes(formula);
      item.typesetRoot = formula;
      item.updateDocument(MathJax.startup.document);
    }
    this.draw(document.querySelectorAll(".fl-plan svg"));
    const article = this.clean(document.querySelector("article.bd-article"));
    if (article.querySelector(".fl-hero")) this.preface(article);
    const pictures = [];
    for (const image of article.querySelectorAll("img")) {
      pictures.push(image.src);
      image.setAttribute("src", `picture:${pictures.length - 1}`);
      for (const name of ["width", "height", "loading", "srcset"]) image.removeAttribute(name);
    }
    article.querySelectorAll("svg").forEach((icon) => icon.remove());  // the map has become a picture
    article.querySelectorAll("summary p").forEach((line) => line.replaceWith(...line.childNodes));
    const seen = new Set();
    for (const element of article.querySelectorAll("[id]")) {
      if (seen.has(element.id)) element.removeAttribute("id");  // sphinx-proof gives some ids twice
      seen.add(element.id);
    }
    const odd = ["role", "tabindex", "loading", "align", "data-bs-toggle", "onclick"];
    for (const element of article.querySelectorAll("*")) {
      [...element.attributes].forEach(({ name }) =>
        (odd.includes(name) || name.startsWith("aria-") || name.startsWith("data-")) && element.removeAttribute(name));
    }
    this.cards(article);
    const heads = [...article.querySelectorAll("h1, section > section > h2")].map((heading) =>
      ({ words: heading.textContent.trim(), id: heading.closest("[id]").id }));
    return [new XMLSerializer().serializeToString(article), pictures, heads];
  },

  // A table of sentences is too wide for a phone: there each row becomes a list, and each cell says of which column it is.
  cards(article) {
    for (const table of article.querySelectorAll("table:has(thead)")) {
      const heads = [...table.querySelectorAll("thead th")].map((head) => head.textContent.trim());
      const rows = [...table.querySelectorAll("tbody tr")].filter((row) => row.cells[1]?.textContent.trim());
      const letters = rows.reduce((sum, row) => sum + row.textContent.length, 0) / rows.length;
      if (heads.length < 3 || letters < 15 * heads.length) continue;
      table.classList.add("cards");
      for (const row of rows) {
        [...row.cells].forEach((cell, i) => {
          if (!heads[i] || (!i && cell.textContent.trim().length > 3)) return;
          cell.prepend(Object.assign(document.createElement("span"), { className: "column", textContent: `${heads[i]}: ` }));
        });
      }
    }
  },

  // The cover of the e-book: the map of the first page.
  face(title, subtitle) {
    const map = document.querySelector(".fl-map .map");
    const page = this.cover(title, subtitle);
    map.style.cssText = "height: 1000px; max-height: none; width: 100%";
    page.style.cssText = "background: #fff; color: #1a1a1a; font: 34px/1.4 serif; height: 1600px; padding: 90px 60px; text-align: center";
    const [head, words, ...rest] = page.children;
    head.style.cssText = "color: #0072B2; font: bold 100px/1.1 serif; margin: 0 0 24px";
    words.style.cssText = "font-size: 46px; margin: 0 0 60px";
    rest.at(-1).remove();
    words.after(Object.assign(document.createElement("div"), { className: "fl-map" }));
    words.nextElementSibling.append(map);
    document.documentElement.dataset.theme = "light";
    document.body.replaceChildren(page);
  },
};
