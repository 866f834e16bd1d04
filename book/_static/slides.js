// A chapter as slides: add ?slides to its address. book/slides/<stem>.yml says what is on them: a
// title, a thought and a picture each; the chapter's prose becomes the speaker's notes (N).
(() => {
  const plan = document.getElementById("deck");
  if (!plan || !new URLSearchParams(location.search).has("slides")) return;
  const SPOKEN = "p, ul, ol, div.math, .admonition.tip";
  let slides = [], at = 0;

  const make = (tag, properties, ...children) => {
    const element = Object.assign(document.createElement(tag), properties);
    element.append(...children);
    return element;
  };

  // What a slide shows: a label of the book, a selector, or "code: " and a piece of a code cell.
  function find(article, name) {
    if (name.startsWith("code: ")) {
      return [...article.querySelectorAll(".cell")].find((cell) => cell.textContent.includes(name.slice(6)));
    }
    return document.getElementById(name) ?? document.getElementById(`equation-${name}`) ?? article.querySelector(name);
  }

  // Blocks of the chapter in their order, sections and bare wrappers opened.
  function* flow(parent) {
    for (const child of parent.children) {
      if (child.matches("section, .cell_output_wrapper, div.container:not(.cell)")) yield* flow(child);
      else yield child;
    }
  }

  // Prose belongs to the last picture before it in its section, else to the next one there, else
  // to the slide before; what follows the last section with a slide is not for a lecture.
  function notes(blocks, places) {
    const spoken = places.map(() => make("aside", { className: "notes", ariaLabel: "Notes" }));
    let section = 0;
    const sections = blocks.map((block) => (section += block.matches("h1, h2, h3, h4") ? 1 : 0));
    const home = places.map((place) => sections[place]);
    blocks.forEach((block, here) => {
      if (!block.matches(SPOKEN) || sections[here] > Math.max(...home)) return;
      if (block.textContent.startsWith("In code:")) return;
      const there = home.indexOf(sections[here]);
      const before = places.findLastIndex((place, i) => place <= here && (there < 0 || i >= there));
      const copy = block.cloneNode(true);
      copy.querySelectorAll("[id], .headerlink").forEach((element) => element.removeAttribute("id"));
      copy.removeAttribute("id");
      spoken[before < 0 ? Math.max(there, 0) : before].append(copy);
    });
    return spoken;
  }

  // A summary on a slide says what holds; where it is in the package says the chapter.
  function withoutFunctions(element) {
    for (const table of element.querySelectorAll("table")) {
      const at = [...(table.tHead?.rows[0].cells ?? [])].findIndex((head) => head.textContent.trim() === "function");
      if (at > 0) [...table.rows].forEach((row) => row.cells[at]?.remove());
    }
  }

  // As large as the stage allows: the sharpest of a few sizes at which nothing sticks out.
  function enlarge(picture, stage) {
    const room = stage.getBoundingClientRect();
    const fits = (size) => {
      picture.style.zoom = size;
      picture.style.maxWidth = `${stage.clientWidth / size}px`;
      const { width, height } = picture.getBoundingClientRect();
      const cut = [...picture.querySelectorAll("pre, mjx-container[display], .pst-scrollable-table-container")];
      return width <= room.width + 1 && height <= room.height + 1
        && !cut.some((part) => part.scrollWidth > part.clientWidth + 1 && part.clientWidth);
    };
    let [low, high] = [0.3, picture.querySelector("img") ? 2.6 : 1.7];
    if (fits(high)) return;
    for (let step = 0; step < 7; step++) {
      const middle = (low + high) / 2;
      if (fits(middle)) low = middle; else high = middle;
    }
    fits(low);
  }

  function build(article, deck) {
    const blocks = [...flow(article)];
    const chapter = article.querySelector("h1");
    chapter.querySelector(".headerlink")?.remove();
    let last = 0;
    const shows = JSON.parse(plan.textContent).map((one) => {
      const elements = one.show.map((name) => find(article, name));
      const places = elements.map((element) => blocks.findIndex((block) => block.contains(element)));
      const section = elements[0]?.closest("section[id]")?.id ?? "";
      return { ...one, elements, section, place: (last = places.length ? Math.min(...places) : last) };
    });
    const spoken = notes(blocks, shows.map((one) => one.place));
    shows.forEach(({ title, say, elements, section }, i) => {
      const picture = make("div", { className: elements.length > 1 ? "deck-picture two" : "deck-picture" });
      const stage = make("div", { className: "deck-stage" }, picture);
      const thought = make("p", { className: "thought", innerHTML: say });
      const head = i ? make("h2", { innerHTML: title }) : make("h1", {}, chapter.textContent.trim());
      for (const element of elements) {
        const caption = element.querySelector("figcaption .caption-text");
        if (caption) spoken[i].prepend(make("p", {}, ...caption.cloneNode(true).childNodes));
        picture.append(element.closest(".slide") ? element.cloneNode(true) : element);
      }
      withoutFunctions(picture);
      const slide = make("section", { className: "slide", tabIndex: -1, ariaRoleDescription: "slide" }, head, thought, stage);
      slide.classList.toggle("bare", !elements.length);
      slide.ariaLabel = `${i + 1} of ${shows.length}`;
      slide.dataset.number = `${i + 1} / ${shows.length}`;
      slide.notes = spoken[i];
      slide.section = i ? section : "";
      deck.append(slide, spoken[i]);
    });
    slides = [...deck.querySelectorAll(".slide")];
  }

  function go(to) {
    at = Math.min(Math.max(to, 0), slides.length - 1);
    slides.forEach((slide, i) => {
      slide.classList.toggle("on", i === at);
      slide.notes.classList.toggle("on", i === at);
    });
    history.replaceState(null, "", `#${at + 1}`);
    document.querySelector(".deck-bar").dataset.number = slides[at].dataset.number;
    slides[at].focus({ preventScroll: true });
  }

  // Above the bar, and with the notes open above these, a slide is as large as the window allows.
  function fit(deck, bar) {
    const spoken = deck.classList.contains("with-notes") ? 0.35 * innerHeight : 0;
    deck.style.setProperty("--scale", Math.min(innerWidth / 1280, (innerHeight - bar.offsetHeight - spoken) / 720));
  }

  window.addEventListener("load", async () => {
    await window.MathJax?.startup?.promise;
    await document.fonts.ready;
    const article = document.querySelector("article.bd-article");
    const deck = make("main", { className: "deck" });
    const leave = () => location.assign(location.pathname + (slides[at].section && `#${slides[at].section}`));
    const button = (text, onclick) => make("button", { type: "button", onclick }, text);
    const toggle = () => {
      toggled.ariaPressed = String(deck.classList.toggle("with-notes"));
      fit(deck, bar);
    };
    const toggled = button("Notes", toggle);
    toggled.ariaPressed = "false";
    const bar = make("nav", { className: "deck-bar", ariaLabel: "Slides" },
      button("Previous", () => go(at - 1)), button("Next", () => go(at + 1)),
      toggled, button("Back to the chapter", leave));
    document.documentElement.classList.add("slides");
    document.body.append(deck, bar);  // the rest is hidden: the theme's scripts still look for it
    build(article, deck);
    await window.MathJax?.typesetPromise?.([...deck.querySelectorAll(".thought, .slide > h2")]);
    await Promise.all([...deck.querySelectorAll("img")].map((image) => { image.loading = "eager"; return image.decode().catch(() => {}); }));
    for (const slide of slides) enlarge(slide.querySelector(".deck-picture"), slide.querySelector(".deck-stage"));
    deck.classList.add("ready");  // from now on only the slide that is on is shown
    const keys = {
      ArrowRight: () => go(at + 1), PageDown: () => go(at + 1), " ": () => go(at + 1),
      ArrowLeft: () => go(at - 1), PageUp: () => go(at - 1),
      Home: () => go(0), End: () => go(slides.length - 1), n: toggle, Escape: leave,
    };
    document.addEventListener("keydown", (event) => {
      if (event.target.matches("input, button, select, textarea, summary")) return;
      if (keys[event.key]) { event.preventDefault(); keys[event.key](); }
    });
    addEventListener("resize", () => fit(deck, bar));
    fit(deck, bar);
    go(Number(location.hash.slice(1) || 1) - 1);
    document.documentElement.dataset.deck = "ready";
  });
})();
