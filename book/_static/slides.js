// A chapter as slides: add ?slides to its address. Boxes, formulas, figures, tables and code become
// slides; the prose between them becomes the speaker's notes (N shows them).
(() => {
  if (!new URLSearchParams(location.search).has("slides")) return;
  const SHOWN = "figure, .admonition, .exercise, .cell, table, .pst-scrollable-table-container," +
    " div.math, ul, ol, div.highlight";
  const LEFT_OUT = "details, .solution, .prevnext, script, [class='proof admonition'], .tag_hide-input";
  const LEAD = 260; // a paragraph of so many letters leads in to the formula or figure after it
  let slides = [], at = 0;

  const make = (tag, properties, ...children) => {
    const element = Object.assign(document.createElement(tag), properties);
    element.append(...children);
    return element;
  };

  // Elements of the chapter in their order, sections and bare wrappers opened.
  function* flow(parent) {
    for (const child of parent.children) {
      if (child.matches("section, .cell_output_wrapper, div.container:not(.cell)")) yield* flow(child);
      else yield child;
    }
  }

  const tooTall = (slide) => slide.scrollHeight > slide.clientHeight + 1;

  // Two halves of a long table or list, in copies of what surrounds it; null if it cannot be cut.
  function halves(block) {
    const parts = [block, block.cloneNode(true)];
    const rows = parts.map((part) => part.querySelector(".deck-body") ?? part.closest("ul, ol") ?? part.querySelector("ul, ol"));
    if (!rows[0] || rows[0].childElementCount < 2) return null;
    const middle = Math.ceil(rows[0].childElementCount / 2);
    [...rows[0].children].slice(middle).forEach((row) => row.remove());
    [...rows[1].children].slice(0, middle).forEach((row) => row.remove());
    return parts;
  }

  function build(article, deck) {
    let chapter = "", heading = "", slide, body, notes, lead = null;
    const open = (more) => {
      body = make("div", { className: "deck-body" });
      notes = make("aside", { className: "notes", ariaLabel: "Notes" });
      const title = make(chapter === heading && !more ? "h1" : "h2", {}, heading, more ? " (continued)" : "");
      slide = make("section", { className: "slide on", tabIndex: -1 }, title, body);
      slide.notes = notes;
      deck.append(slide, notes);
    };
    const add = (...blocks) => {
      if (!slide) open(false);
      body.append(...blocks);
      if (tooTall(slide) && (body.childElementCount > blocks.length || slide.matches(":first-child"))) {
        open(true);
        body.append(...blocks);
      }
      const shrink = (least) => {
        for (let size = 1; tooTall(slide) && size >= least; size -= 0.05) body.style.zoom = size;
      };
      shrink(0.7);
      const cut = tooTall(slide) && halves(blocks.at(-1));
      if (!cut) return shrink(0.3);
      body.style.zoom = 1;
      add(cut[0]);
      add(cut[1]);
    };
    for (const block of [...flow(article)]) {
      if (block.matches("h1, h2, h3, h4")) {
        block.querySelector(".headerlink")?.remove();
        heading = block.textContent.trim();
        chapter ||= heading;
        slide = lead = null;
        if (block.matches("h1")) open(false);
      } else if (block.matches(LEFT_OUT) || block.textContent.includes("practice(")) {
        lead = null;
      } else if (block.matches(SHOWN) && !block.matches(".dropdown")) {
        add(...(lead ? [lead, block] : [block]));
        lead = null;
      } else {
        if (lead) notes.append(lead);
        lead = null;
        if (!slide) open(false);
        if (block.matches("p") && block.textContent.length < LEAD) lead = block;
        else notes.append(block);
      }
    }
    slides = [...deck.querySelectorAll(".slide")];
    for (const [i, one] of slides.entries()) {
      one.ariaRoleDescription = "slide";
      one.ariaLabel = `${i + 1} of ${slides.length}`;
      one.dataset.number = `${i + 1} / ${slides.length}`;
      // A heading whose text is all notes: its first words are what there is to show.
      const [words] = one.notes.children;
      if (words && !one.querySelector(".deck-body").childElementCount) one.querySelector(".deck-body").append(words);
    }
  }

  function go(to) {
    at = Math.min(Math.max(to, 0), slides.length - 1);
    slides.forEach((slide, i) => {
      slide.classList.toggle("on", i === at);
      slide.notes.classList.toggle("on", i === at);
    });
    history.replaceState(null, "", `#${at + 1}`);
    slides[at].focus({ preventScroll: true });
  }

  function fit(deck) {
    const scale = Math.min(innerWidth / 1280, (innerHeight - 48) / 720);
    deck.style.setProperty("--scale", scale);
  }

  window.addEventListener("load", async () => {
    await window.MathJax?.startup?.promise;
    await document.fonts.ready;
    const article = document.querySelector("article.bd-article");
    const deck = make("main", { className: "deck" });
    const leave = () => location.assign(location.pathname);
    const notes = () => deck.classList.toggle("with-notes");
    const button = (text, onclick) => make("button", { type: "button", onclick }, text);
    const bar = make("nav", { className: "deck-bar", ariaLabel: "Slides" },
      button("Previous", () => go(at - 1)), button("Next", () => go(at + 1)),
      button("Notes", notes), button("Back to the chapter", leave));
    document.documentElement.classList.add("slides");
    document.body.append(deck, bar);  // the rest is hidden: the theme's scripts still look for it
    build(article, deck);
    const keys = {
      ArrowRight: () => go(at + 1), PageDown: () => go(at + 1), " ": () => go(at + 1),
      ArrowLeft: () => go(at - 1), PageUp: () => go(at - 1),
      Home: () => go(0), End: () => go(slides.length - 1), n: notes, Escape: leave,
    };
    document.addEventListener("keydown", (event) => {
      if (event.target.matches("input, button, select, textarea, summary")) return;
      if (keys[event.key]) { event.preventDefault(); keys[event.key](); }
    });
    addEventListener("resize", () => fit(deck));
    fit(deck);
    go(Number(location.hash.slice(1) || 1) - 1);
    document.documentElement.dataset.deck = "ready";
  });
})();
