// What is too wide scrolls by itself: the keyboard reaches it, and it fades where there is more.
(() => {
  const wide = "mjx-container[display=true], pre, div.output, .pst-scrollable-table-container, .fl-side, .fl-plan";
  const hides = (box) => box.scrollLeft + box.clientWidth < box.scrollWidth - 2;
  // On a phone a formula within a line may be wider than the line (book.css).
  const cutLines = () => {
    if (window.innerWidth > 600) {  // a phone that was turned
      for (const box of document.querySelectorAll("span.math[tabindex]")) {
        box.classList.remove("fl-more", "fl-less");
        box.removeAttribute("tabindex");
      }
      return [];
    }
    return [...document.querySelectorAll("span.math")].filter((box) => {
      const signs = box.querySelector("mjx-math");
      return box.tabIndex === 0 || signs?.getBoundingClientRect().right > box.getBoundingClientRect().right + 2;
    });
  };
  const reach = () => {  // first all is measured, then written: the browser lays the page out once
    const found = [...document.querySelectorAll(wide), ...cutLines()];
    const boxes = found.map((box) => [box, box.scrollWidth - box.clientWidth, hides(box)]);
    for (const [box, scrolls, more] of boxes) {
      if (scrolls > 0) box.style.setProperty("--fl-more", `${Math.min(48, scrolls)}px`);  // little hidden, little faded
      if (scrolls > 0 && box.tabIndex !== 0) {
        box.addEventListener("scroll", () => {
          box.classList.toggle("fl-more", hides(box));
          box.classList.toggle("fl-less", box.scrollLeft > 2);
        }, { passive: true });
        box.tabIndex = 0;
      }
      box.classList.toggle("fl-more", more);
      box.classList.toggle("fl-less", box.scrollLeft > 2);
      const names = box.querySelector("td")?.offsetWidth ?? Infinity;  // too wide, they would leave no room
      box.classList.toggle("fl-wide", scrolls > 16 && names < 0.4 * box.clientWidth);
    }
  };
  // On a phone names in tables may go on in the next line behind the module; only long ones at an underscore.
  const part = (code) => {
    const whole = code.closest(".fl-names");  // there is room for most names
    if (whole && code.textContent.length < 34) return;
    const pieces = code.textContent.split(whole ? /(?<=\w{14}_)/ : /(?<=\.)(?=\w)|(?<=\w{14}_)/);
    if (code.childElementCount || pieces.length === 1) return;
    const breaks = pieces.flatMap((piece) => [document.createElement("wbr"), piece]);
    code.replaceChildren(...breaks.slice(1));
  };
  // A word of code that no line of its sentence holds goes on in the next one, behind a sign if it can.
  const words = [];
  const signs = () => {
    for (const word of document.querySelectorAll(".bd-article code.literal:not(table *, .xref) > .pre")) {
      if (word.childElementCount || word.textContent.length < 20) continue;
      const pieces = word.textContent.split(/(?<=\w[/_.-])(?=\w)/);
      const sign = () => Object.assign(document.createElement("wbr"), { className: "sign" });
      word.replaceChildren(...pieces.flatMap((piece) => [sign(), piece]).slice(1));
      words.push(word);
    }
  };
  const long = () => {
    const range = document.createRange();
    const wide = words.map((word) => {
      const kept = !word.nextElementSibling && word.closest(".fl-keep");
      range.setStart(word, 0);
      range.setEndAfter(kept ? kept.lastChild : word.lastChild);  // with the mark behind it
      const width = [...range.getClientRects()].reduce((sum, part) => sum + part.width, 0);
      return width > 0.95 * (word.closest("p, li, dd, dt, h1, h2, h3, h4, div")?.clientWidth ?? width);
    });
    words.forEach((word, place) => word.classList.toggle("fl-long", wide[place]));
  };
  // On a phone tables of sentences, and those with names of functions, get another shape (book.css).
  const shape = () => {
    for (const table of document.querySelectorAll(".bd-article table.table")) {
      const heads = [...table.querySelectorAll("thead th")].map((head) => head.textContent.trim());
      table.classList.toggle("fl-names", heads.length === 3 && heads[2] === "function");
      const symbols = heads.join() === "symbol,meaning,code,shape";
      table.classList.toggle("fl-symbols", symbols);
      for (const cell of symbols ? table.querySelectorAll("tbody td") : []) cell.dataset.head = heads[cell.cellIndex];
      const scrolls = table.offsetWidth > table.parentElement.clientWidth + 2 && !table.classList.contains("fl-names");
      const told = [...table.querySelectorAll("tbody td")].some((cell) => cell.textContent.trim().length > 30);
      const chosen = table.closest(".admonition, #what-the-points-test, #how-many-models-and-who-talks");
      if (symbols || !(chosen || (scrolls && told))) continue;
      table.classList.add("fl-rows");
      for (const cell of table.querySelectorAll("tbody td")) cell.dataset.head = heads[cell.cellIndex];
    }
  };
  // Printed lines that are alike, or that are spaced out, are the rows of a table.
  const columns = () => {
    for (const output of document.querySelectorAll("div.cell_output pre")) {
      const rows = output.textContent.split("\n").filter((row) => row.trim());
      const shapes = new Set(rows.map((row) => row.replace(/[-+]?\d[-+\d.e]*/g, "0").replace(/ +/g, " ")));
      const spaced = rows.filter((row) => /\S {2,}\S/.test(row)).length;
      output.classList.toggle("fl-columns", spaced > 1 || shapes.size < rows.length);
    }
  };
  // On a phone a figure that is drawn for more than its width, or a window, stands in a box that scrolls.
  const side = () => {
    for (const figure of document.querySelectorAll(".bd-article figure > img[src$='.svg'], .bd-article figure > a > img, .fl-shots figure > img")) {
      if (figure.naturalWidth <= 600 || figure.style.width.endsWith("px")) continue;
      const box = Object.assign(document.createElement("div"), { className: "fl-side" });
      const whole = figure.closest("a") ?? figure;
      whole.replaceWith(box);
      box.append(whole);
      if (figure.src.includes("/student-check-")) box.scrollLeft = box.scrollWidth;  // the panel is what it shows
    }
  };
  // On a phone a displayed formula that is wider than the page is set smaller; if it still does not
  // fit beside its number, that stands below it.
  const tight = () => {
    if (innerWidth > 600) return;
    const tooWide = (some) => some.filter((formula) => formula.scrollWidth > formula.clientWidth + 1);
    const shrink = (some) => some.forEach((formula) => formula.classList.add("fl-tight"));
    const wide = tooWide([...document.querySelectorAll("mjx-container[display=true]")]);
    shrink(wide);
    const apart = tooWide(wide).filter((formula) => formula.parentElement.querySelector(":scope > .eqno"));
    for (const formula of apart) {
      formula.parentElement.classList.add("fl-apart");
      formula.classList.remove("fl-tight");
    }
    shrink(tooWide(apart));
  };
  // The theme sees a heading pass, but not one that a reader jumps over: mark where the reader has come to rest.
  const follow = (list) => {
    const links = [...list.querySelectorAll("a[href^='#']")].map((link) =>
      [link, document.getElementById(decodeURIComponent(link.hash.slice(1)))]).filter(([, there]) => there);
    const mark = () => {
      if (innerHeight + scrollY > document.documentElement.scrollHeight - 2) return;
      const here = links.findLast(([, there]) => there.getBoundingClientRect().top < 0.3 * innerHeight)?.[0];
      if (!here || here.hasAttribute("aria-current")) return;
      for (const [link] of links) {
        link.classList.toggle("active", link === here);
        link.removeAttribute("aria-current");
      }
      here.setAttribute("aria-current", "true");
      for (const entry of list.querySelectorAll(".toc-entry")) entry.classList.toggle("active", entry.contains(here));
    };
    let rest;
    addEventListener("scroll", () => { clearTimeout(rest); rest = setTimeout(mark, 150); }, { passive: true });
  };
  // The contents follow the reader; on a phone they are a window, which closes when it has led on.
  const contents = () => {
    const list = document.getElementById("pst-page-toc-nav");
    if (!list) return;
    follow(list);
    const drawer = document.getElementById("pst-secondary-sidebar-modal");
    drawer?.addEventListener("click", ({ target }) => {
      const there = document.getElementById(decodeURIComponent(target.closest("a[href^='#']")?.hash.slice(1) ?? ""));
      if (!there) return;
      drawer.addEventListener("close", () => {  // after the theme, which leads the keyboard back
        const title = there.querySelector("h2, h3, h4") ?? there;
        title.tabIndex = -1;
        title.focus({ preventScroll: true });
      }, { once: true });
      drawer.close();
    });
    new MutationObserver(() => {
      const box = list.closest(".bd-sidebar-secondary"), seen = box.getBoundingClientRect();
      const { top, bottom, height } = list.querySelector("[aria-current]")?.getBoundingClientRect() ?? { height: 0 };
      const end = Math.min(seen.bottom, innerHeight) - 50;
      if (height && (top < seen.top || bottom > end)) box.scrollTop += top - (seen.top + end) / 2;
    }).observe(list, { attributes: true, subtree: true, attributeFilter: ["aria-current"] });
  };
  // From a disk or a plain server a page runs nothing, and says how it would: the live book hides this.
  const unserved = () => {
    const title = document.querySelector(".bd-article h1");
    const told = document.querySelector(".fl-hero");  // the first page tells it in its text
    if (told || /[?&]slides/.test(location.search) || !title || !document.querySelector(".cell .cell_input")) return;
    const note = Object.assign(document.createElement("p"), { className: "fl-unserved" });
    const command = Object.assign(document.createElement("code"), { textContent: "flcourse book FOLDER" });
    note.append("This page is to be read. To run the cells: ", command,
      ", with the folder of the built book, or the notebook in the menu above.");
    title.after(note);
  };
  // What a button unfolds is its name; the theme calls all of them the same.
  const folds = () => {
    for (const fold of document.querySelectorAll(".admonition-title > .toggle-button")) {
      fold.ariaLabel = fold.parentElement.textContent.replace(/\s+/g, " ").trim();
    }
  };
  // Names in the index, and in the contents of the reference, break behind a dot or
  // an underscore, signatures behind their first bracket.
  const index = () => {
    for (const paren of document.querySelectorAll("dt.sig > .sig-paren:first-of-type")) {
      if (paren.textContent === "(") paren.after(document.createElement("wbr"));
    }
    for (const link of document.querySelectorAll(".genindextable a, #pst-page-toc-nav code .pre")) {
      const words = [...link.childNodes].filter((node) => node.nodeType === Node.TEXT_NODE);
      for (const word of words) {
        const pieces = word.textContent.split(/(?<=[._])(?=\w)/);
        word.replaceWith(...pieces.flatMap((piece) => [document.createElement("wbr"), piece]).slice(1));
      }
    }
  };
  // A line of an example that goes on in a second one is not mistaken for what is printed below it.
  const hang = () => {
    for (const example of document.querySelectorAll("dl.py div.highlight pre")) {
      const lines = example.innerHTML.replace(/\n$/, "").split("\n");
      example.innerHTML = lines.map((line) => `<span class="fl-line">${line}\n</span>`).join("");
    }
  };
  window.addEventListener("load", async () => {
    index();
    hang();
    unserved();
    folds();
    contents();
    columns();
    signs();
    if (innerWidth <= 600) {
      shape();
      document.querySelectorAll(".bd-article table code .pre").forEach(part);
      side();
    }
    for (const map of document.querySelectorAll(".fl-plan")) map.scrollLeft = (map.scrollWidth - map.clientWidth) / 2;
    await window.MathJax?.startup?.promise;
    const fit = () => { long(); tight(); reach(); };
    fit();
    new ResizeObserver(fit).observe(document.body);
  });
})();
