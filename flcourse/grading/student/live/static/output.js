// What a cell gives back, in the place of what is printed there, and in its looks.
import { AnsiUp } from "./vendor/jupyter.js";

const PICTURES = ["image/svg+xml", "image/png", "image/jpeg"];
const coloured = new AnsiUp();
coloured.use_classes = true;

const LONGEST = 100_000; // letters of printed text that a page holds well; of more, the end

// An error in a reader's words: cells have no file and no keyboard.
const PLAIN = {
  StdinNotImplementedError: () => "input() cannot ask in this page: write the value into the cell, such as x = 3.",
  KeyboardInterrupt: () => "Interrupted before it came to its end.",
};
const FILE = /\?? \((?:<[^>]*>|\S+\.py), line (\d+)\)$/;
const worded = (name, value) => PLAIN[name]?.() ?? `${name}: ${value.replace(FILE, ", in line $1")}`;

function element(name, className = "", html = "") {
  const made = document.createElement(name);
  made.className = className;
  made.innerHTML = html;
  return made;
}

// As the book prints text: its style sheets know these boxes.
function text(words, kind) {
  const box = element("div", `output ${kind} highlight-myst-ansi notranslate`,
    '<div class="highlight"><pre></pre></div>');
  const pre = box.querySelector("pre");
  pre.tabIndex = 0; // wide text scrolls, by keyboard, too
  pre.innerHTML = coloured.ansi_to_html(words);
  return box;
}

function picture(data, mime, alt) {
  const image = element("img");
  const coded = mime === "image/svg+xml" ? `,${encodeURIComponent(data)}` : `;base64,${data.trim()}`;
  image.src = `data:${mime}${coded}`;
  image.alt = alt;
  return image;
}

// The reader's own code made this, on the reader's own machine: its scripts run, as in a notebook.
function html(source) {
  const box = element("div", "output text_html");
  box.append(document.createRange().createContextualFragment(source));
  return box;
}

// Labels of equations, as the checks name them, become the numbers that this page shows for them.
export function numbered(words) {
  return words.replace(/\beq-[\w-]*\w/g, (label) => equation(label)?.number ?? label);
}

function equation(label) {
  const link = [...document.querySelectorAll(`a.reference[href$="#equation-${label}"]`)]
    .find((one) => /^\(.*\d\)$/.test(one.textContent));
  const number = document.querySelector(`[id="equation-${label}"] .eqno`)?.firstChild.textContent ?? link?.textContent;
  if (!number) return null;
  return { number, href: link?.getAttribute("href") ?? `#equation-${label}` };
}

// The same in a box, as links.
export function linked(box) {
  const walk = document.createTreeWalker(box, NodeFilter.SHOW_TEXT), texts = [];
  while (walk.nextNode()) texts.push(walk.currentNode);
  for (const part of texts) {
    const pieces = part.data.split(/\b(eq-[\w-]*\w)/).map((piece, place) => {
      const found = place % 2 ? equation(piece) : null;
      if (!found) return piece;
      return Object.assign(document.createElement("a"), { href: found.href, textContent: found.number });
    });
    if (pieces.length > 1) part.replaceWith(...pieces);
  }
}

export class Output {
  #shown = new Map(); // pictures that may still change, by their display id
  #fresh = true;

  constructor(cell) {
    this.cell = cell;
    this.box = cell.querySelector(":scope > .cell_output");
    if (!this.box) {
      this.box = element("div", "cell_output docutils container");
      cell.append(this.box);
    }
    const caption = this.box.querySelector("figure[id] > figcaption");
    const frame = caption?.parentElement ?? this.box;
    this.printed = [...frame.children].filter((child) => child !== caption);
    this.alt = frame.querySelector("img")?.alt;
    for (const part of this.printed) part.classList.add("fl-printed");
    this.live = element("div", "fl-output");
    frame.insertBefore(this.live, caption);
    this.show(false);
  }

  // Whether what stands there is what was run here, or what was printed.
  show(live) {
    this.live.hidden = !live;
    for (const part of this.printed) part.hidden = live;
    this.box.classList.remove("fl-stale", "fl-old");
  }

  // The text is another one now: what is printed spoke of the blank, what ran here of what stood there then.
  outdate(other) {
    const printed = this.live.hidden;
    for (const part of this.printed) part.hidden = !printed || other;
    this.box.classList.toggle("fl-stale", !printed);
  }

  begin(changed) {
    this.#fresh = true;
    this.#shown.clear();
    this.error = null;
    this.result = "";
    this.changed = changed;
    this.live.ariaBusy = "true";
    this.box.classList.add("fl-stale");
  }

  // A run that never came to the kernel's answer leaves what was there, and grey.
  end(reached) {
    if (this.#fresh && reached) this.#clear();
    this.live.ariaBusy = "false";
    this.box.classList.toggle("fl-stale", !reached);
  }

  // Say something in the place of the output, with what only who unfolds it sees.
  tell(words, summary = "", folded = "") {
    this.live.replaceChildren(text(words, "text_plain"));
    if (folded) {
      const more = element("details", "fl-folded", "<summary></summary><p></p>");
      more.firstChild.textContent = summary;
      more.lastChild.textContent = folded;
      this.live.append(more);
    }
    this.show(true);
  }

  #clear() {
    this.#fresh = false;
    this.live.replaceChildren();
    this.show(true);
  }

  hear(type, content) {
    if (type === "clear_output") this.#fresh = true;
    const parts = { stream: this.#stream, display_data: this.#display, execute_result: this.#display,
      update_display_data: this.#update, error: this.#error };
    if (!parts[type]) return;
    if (this.#fresh) this.#clear();
    parts[type].call(this, content);
  }

  #stream({ name, text: words }) {
    const last = this.live.lastElementChild;
    const before = last?.dataset.stream === name ? last : null;
    let said = (before?.said ?? "") + words, lines = before?.lines ?? 0;
    if (said.length > LONGEST) {
      const kept = said.slice(said.indexOf("\n", said.length - LONGEST / 2) + 1);
      lines += said.slice(0, -kept.length).split("\n").length - 1;
      said = kept;
    }
    const box = text((lines ? `[${lines} lines before these are left out]\n` : "") + said, "stream");
    Object.assign(box, { said, lines });
    box.dataset.stream = name;
    if (before) before.replaceWith(box);
    else this.live.append(box);
  }

  #display({ data, transient }) {
    const part = this.#drawn(data);
    if (transient?.display_id) this.#shown.set(transient.display_id, part);
    this.live.append(part);
  }

  #update({ data, transient }) {
    const part = this.#drawn(data);
    this.#shown.get(transient.display_id)?.replaceWith(part);
    this.#shown.set(transient.display_id, part);
  }

  #drawn(data) {
    this.result = data["text/plain"] ?? "";
    if (data["text/html"]) return html(data["text/html"]);
    const mime = PICTURES.find((name) => data[name]);
    const alt = !this.changed && this.alt ? this.alt : "Figure that this cell has drawn";
    return mime ? picture(data[mime], mime, alt) : text(this.result, "text_plain");
  }

  #error({ ename, evalue, traceback }) {
    this.error = ename;
    const box = element("div", "fl-error", "<p></p><details><summary>Where it happened</summary></details>");
    box.querySelector("p").textContent = worded(ename, evalue);
    box.querySelector("details").append(text(traceback.join("\n"), "traceback"));
    this.live.append(box);
  }
}
