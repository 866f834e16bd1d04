// What the browser runs for tools/paper.py: one long page for print, XHTML for an e-book.
window.paper = {
  // Take away what only a screen with a keyboard can use, and unfold what is folded.
  clean(article) {
    const useless = ".headerlink, .copybtn, button, script, .prev-next-footer, .tag_hide-input details," +
      " details.hide > summary, .sd-summary-state-marker," +
      " .fl-slider :is(label, output), .fl-slider img:not(.paper)";
    article.querySelectorAll(useless).forEach((element) => element.remove());
    for (const picture of article.querySelectorAll(".fl-slider img")) {
      picture.hidden = false;
      const words = document.createElement("p");
      words.textContent = picture.alt;
      picture.after(words);
    }
    article.querySelectorAll("details.hide").forEach((fold) => fold.replaceWith(...fold.childNodes));
    article.querySelectorAll("details").forEach((fold) => { fold.open = true; });
    return article;
  },

  // Put all chapters into this one page; an anchor's name begins with its chapter.
  async gather(names) {
    const book = document.createElement("main");
    for (const name of names) {
      const page = new DOMParser().parseFromString(await (await fetch(`${name}.html`)).text(), "text/html");
      const article = this.clean(page.querySelector("article.bd-article"));
      article.id = `${name}--`;
      for (const element of article.querySelectorAll("[id]")) element.id = `${name}--${element.id}`;
      for (const link of article.querySelectorAll("a[href]")) {
        const [, to, anchor] = link.getAttribute("href").match(/^([^#?]*?)(?:\.html)?(?:#(.*))?$/) ?? [];
        const chapter = to === "" ? name : to;
        if (names.includes(chapter)) link.setAttribute("href", `#${chapter}--${anchor ?? ""}`);
        else if (to !== undefined && !to.includes(":")) link.replaceWith(...link.childNodes);
      }
      book.append(article);
    }
    document.body.replaceChildren(book);
    document.documentElement.dataset.theme = "light";
    document.documentElement.classList.add("paper");
    await MathJax.startup.promise;
    await MathJax.typesetPromise([book]);
    await Promise.all([...document.images].map((image) => { image.loading = "eager"; return image.decode().catch(() => {}); }));
    await document.fonts.ready;
  },

  // This chapter as XHTML with MathML, and the addresses of its pictures.
  async xhtml() {
    await window.MathJax?.startup.promise;
    for (const item of window.MathJax?.startup.document.math ?? []) {  // a page without formulas has none
      const holder = document.createElement("div");
      holder.innerHTML = MathJax.startup.toMML(item.root);
      const formula = holder.querySelector("math");
      for (const element of [formula, ...formula.querySelectorAll("*")]) {
        [...element.attributes].forEach(({ name }) => name.startsWith("data-") && element.removeAttribute(name));
      }
      formula.setAttribute("alttext", item.math.trim());
      item.typesetRoot.replaceWith(formula);
    }
    const article = this.clean(document.querySelector("article.bd-article"));
    const pictures = [];
    for (const image of article.querySelectorAll("img")) {
      pictures.push(image.src);
      image.setAttribute("src", `picture:${pictures.length - 1}`);
      for (const name of ["width", "height", "loading", "srcset"]) image.removeAttribute(name);
    }
    article.querySelectorAll("svg").forEach((icon) => icon.remove());
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
    return [new XMLSerializer().serializeToString(article), pictures];
  },
};
