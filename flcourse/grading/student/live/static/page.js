// The cells of a page come alive: editors, buttons, the bar of the kernel, exercises that answer back.
import { edit, pointed } from "./editor.js";
import { Kernel } from "./kernel.js";
import { linked, numbered, Output } from "./output.js";
import * as progress from "./progress.js";
import { GONE } from "./words.js";

const STATES = {
  none: "no kernel yet", starting: "the kernel starts", idle: "ready", busy: "running",
  ended: "the kernel has ended", gone: "no server", closed: "another server",
};
const NAMELESS = /^Not yet\. Your answer stops(?: in line \d+)? with NameError: name '(\w+)' is not defined/;
const NUMBERS = /^(Not yet\. .*?)Expected ([-\d[(].*?)( at index .*?)?, got (.*?)(?:\. (Hint: .*))?$/s;
const HINT = "This cell runs: click into it, change it, and press Shift + Enter.";
const UNRUN = "changed, not run yet";
const RAN = "flcourse-ran"; // whether the reader knows that
const PLACE = `flcourse-place ${location.pathname}`; // where this tab left the page
const ICONS = { Run: "▶", "Check my answer": "▶" };

function button(name, act, label = name) {
  const made = Object.assign(document.createElement("button"), { type: "button", onclick: act });
  made.textContent = name in ICONS ? `${ICONS[name]} ${name}` : name;
  made.ariaLabel = label;
  return made;
}

function explained({ name, message }) {
  if (/^Canceled/.test(message)) return "Stopped.";
  if (/network|fetch/i.test(message)) return GONE;
  return message;
}

class Cell {
  ran = 0; // the life of the kernel in which its text ran, 0 if in none
  view = null;
  touched = false; // whether the reader has typed here, on this page

  constructor(box, number, page) {
    Object.assign(this, { box, number, page });
    this.input = box.querySelector(".cell_input");
    this.print = this.input.querySelector("[class*=highlight-]");
    this.original = this.print.querySelector("pre").textContent.replace(/\n$/, "");
    this.solution = Boolean(box.closest(".solution"));
    this.exercise = this.#exercise();
    this.output = new Output(box);
    this.said = Object.assign(document.createElement("span"), { className: "fl-said" });
    this.#tools();
    this.print.addEventListener("click", (click) => {
      if (click.target.closest("button") || !getSelection().isCollapsed) return;
      const place = pointed(this.print.querySelector("pre"), click);
      this.edit();
      this.view.dispatch({ selection: { anchor: Math.min(place, this.code.length) } });
    });
    if (this.exercise) this.#blank();
    else this.#remembered();
    this.#free();
  }

  // A blank of an exercise: it calls practice, and stands below the exercise, outside of solutions.
  #exercise() {
    if (this.solution || !/^practice\(/m.test(this.original)) return null;
    const before = [...document.querySelectorAll(".exercise[id]")].filter(
      (box) => box.compareDocumentPosition(this.box) & Node.DOCUMENT_POSITION_FOLLOWING);
    return before.at(-1) ?? null;
  }

  get name() {
    return this.exercise ? "Your answer" : `Cell ${this.number}`;
  }

  get code() {
    return this.view ? this.view.state.doc.toString() : this.original;
  }

  #tools() {
    const of = (what) => `${what}: ${this.name}`;
    const page = this.page;
    const run = this.exercise
      ? button("Check my answer", () => page.check(this))
      : button("Run", () => page.run([this]), of("Run"));
    this.more = [
      button("Edit", () => this.edit(), of("Edit")),
      button("Run all above", () => page.run(page.above(this)), of("Run all above")),
      button("Reset", () => this.reset(), of("Reset to the printed text")),
    ];
    run.className = "fl-run";
    this.more.at(-1).hidden = true;
    this.tools = Object.assign(document.createElement("div"), { className: "fl-tools" });
    this.tools.role = "group";
    this.tools.ariaLabel = this.name;
    this.tools.append(run, ...this.more, ...this.#help(), this.said);
    this.box.insertBefore(this.tools, this.output.box);
  }

  // Hint and solution unfold from here; they stand between this exercise and the next.
  #help() {
    if (!this.exercise) return [];
    const below = [];
    let next = this.box.nextElementSibling;
    for (; next && !next.matches(".exercise, h1, h2, section"); next = next.nextElementSibling) below.push(next);
    const hint = below.find((part) => part.matches("details.sd-dropdown"));
    const solution = below.find((part) => part.matches(".solution"));
    const found = [["Hint", hint], ["Solution", solution]].filter(([, part]) => part);
    return found.map(([name, part]) => button(name, () => this.#unfold(part)));
  }

  #unfold(part) {
    const folded = part.matches("details") ? part : part.closest("details") ?? part.querySelector("details");
    if (folded) folded.open = true;
    part.querySelector("button.toggle-button-hidden")?.click();
    part.tabIndex = -1;
    part.focus();
    part.scrollIntoView({ block: "nearest" });
  }

  #blank() {
    this.id = progress.named(location.pathname, this.exercise.id);
    const others = this.page.cells.filter((cell) => cell.exercise === this.exercise).length;
    if (others) this.id += `+${others}`; // an exercise of several parts
    this.key = this.id;
    this.box.classList.add("fl-blank");
    const answer = progress.answer(this.id), date = progress.solved(this.id);
    this.edit(false, answer);
    // What is printed there speaks of the blank.
    if (answer === undefined) return;
    const right = date && progress.right(this.id, answer);
    this.box.classList.toggle("fl-right", Boolean(right));
    if (right) this.output.tell(`Right (solved ${date}).`);
    else this.output.tell(`${date ? `Solved ${date}. ` : ""}This text of yours is not checked yet.`);
  }

  // A cell that the reader has changed before stands there as it was left.
  #remembered() {
    const others = this.page.cells.filter(({ original, exercise }) => !exercise && original === this.original);
    this.key = progress.cellName(location.pathname, this.original, others.length);
    const text = progress.answer(this.key);
    if (text === undefined) return;
    this.edit(false, text);
    this.said.textContent = "as you left it; not run yet";
  }

  // What concerns this cell and is none of its outputs.
  note(words = "", act = "") {
    this.box.querySelector(":scope > .fl-note:not(.fl-elsewhere)")?.remove();
    if (!words) return;
    const note = Object.assign(document.createElement("p"), { className: "fl-note", textContent: words });
    if (act) note.append(" ", act);
    this.tools.after(note);
  }

  // The same page in another tab holds another text here: it comes over, but never over what was typed.
  heard(text = this.original) {
    const asked = this.box.querySelector(":scope > .fl-elsewhere");
    if (text === this.code || !this.touched) asked?.remove();
    if (text === this.code) return;
    if (!this.touched) this.#take(text);
    else if (asked) asked.text = text;
    else this.#ask(text);
  }

  #ask(text) {
    const asked = Object.assign(document.createElement("p"), { className: "fl-note fl-elsewhere", text });
    const answered = (name, act) => button(name, () => {
      asked.remove();
      this.view.focus();
      act();
    }, `${name}: ${this.name}`);
    asked.append(`${this.name} was changed in another tab. `,
      answered("Take that", () => this.#take(asked.text)), " ",
      answered("Keep mine", () => progress.keep(this.key, this.code === this.original ? null : this.code)));
    this.tools.after(asked);
    this.page.say(`${this.name} was changed in another tab.`, this);
  }

  #take(text) {
    if (this.view) this.view.dispatch({ changes: { from: 0, to: this.view.state.doc.length, insert: text } });
    else this.edit(false, text);
    this.touched = false;
    this.said.textContent = "as in your other tab";
  }

  edit(focus = true, code = this.original) {
    if (!this.view) {
      const place = Object.assign(document.createElement("div"), { className: "fl-editor highlight" });
      this.input.append(place);
      this.view = edit(place, {
        code, name: this.name, run: () => this.tools.querySelector(".fl-run").click(),
        complete: (text, cursor) => this.page.kernel.complete(text, cursor),
        changed: () => {
          this.touched = true;
          this.box.querySelector(":scope > .fl-elsewhere")?.remove(); // who types on keeps this one
          this.#changed();
        },
      });
      this.print.hidden = true;
      this.more[0].hidden = true;
      this.#changed();
    }
    const folded = this.input.closest("details");
    if (folded && focus) folded.open = true;
    if (focus) this.view.focus();
  }

  #changed() {
    const other = this.code !== this.original;
    if (this.ran) this.said.textContent = "changed since it ran";
    else if (!this.exercise && ["", UNRUN].includes(this.said.textContent)) this.said.textContent = other ? UNRUN : "";
    if (this.exercise && this.touched) {
      this.output.outdate(other);
      this.page.hush(this);
      this.said.textContent = other || !this.output.live.hidden ? "changed, not checked yet" : "";
      this.box.classList.remove("fl-right", "fl-wrong");
    }
    this.ran = 0;
    this.more.at(-1).hidden = !other && this.output.live.hidden;
    progress.keep(this.key, other ? this.code : null);
  }

  reset() {
    this.view?.dispatch({ changes: { from: 0, to: this.view.state.doc.length, insert: this.original } });
    this.output.show(false);
    this.note();
    this.said.textContent = "";
    this.box.classList.remove("fl-right", "fl-wrong");
    this.more.at(-1).hidden = true;
    this.page.hush(this);
    this.tools.querySelector(".fl-run").focus();
  }

  // Run it; true if it came to its end.
  async run() {
    const { kernel } = this.page;
    const started = performance.now(), code = this.code;
    let status = null;
    this.note();
    this.box.classList.remove("fl-right", "fl-wrong");
    this.box.classList.add("fl-running");
    this.said.textContent = "running";
    this.page.runs(this);
    this.output.begin(code !== this.original);
    try {
      status = await kernel.run(code, (type, content) => this.output.hear(type, content));
      if (status === "ok" && code === this.code) this.ran = kernel.life;
      this.#free();
      const seconds = (performance.now() - started) / 1000;
      this.said.textContent = status === "ok" ? `${seconds.toFixed(seconds < 1 ? 2 : 1)} s` : "stopped";
      localStorage.setItem(RAN, "yes");
      return status === "ok";
    } catch (error) {
      error.cell = this;
      throw error;
    } finally {
      this.page.runs(null);
      this.output.end(status);
      this.box.classList.remove("fl-running");
      if (this.said.textContent === "running") this.said.textContent = "";
      this.more.at(-1).hidden = false;
    }
  }

  // A slider goes through values that were computed before; with a kernel, any other can be asked for.
  #free() {
    for (const caption of this.box.querySelectorAll(".fl-slider:not(:has(.fl-any)) figcaption")) {
      const [label, value] = ["label", "input"].map((name) => document.createElement(name));
      Object.assign(value, { type: "number", step: "any", className: "fl-any" });
      value.onchange = () => value.value && this.page.slide(this, Number(value.value));
      label.append("another value ", value);
      const said = Object.assign(document.createElement("span"), { className: "fl-said" });
      if (!this.ran) said.textContent = "Enter runs this cell";
      caption.append(label, said);
    }
  }

  // The figure may be another one by now; the field keeps its value, and the keyboard its place.
  field(value, words = "") {
    for (const field of this.box.querySelectorAll(".fl-any")) {
      field.value = value;
      field.closest("figcaption").querySelector(".fl-said").textContent = words;
      if (document.activeElement === document.body && field.checkVisibility()) field.focus();
    }
  }

  async slide(value) {
    const { kernel } = this.page;
    let drawn = null, error = null;
    await kernel.slide(this.code, value, (type, content) => {
      if (type === "execute_result") drawn = content.data["text/html"];
      if (type === "error") error = content.evalue.replace(/np\.\w+\(([^()]*)\)/g, "$1") || content.ename;
    });
    const figure = [...this.box.querySelectorAll(".fl-slider")].find((one) => one.checkVisibility());
    const said = figure.querySelector("output"), thumb = figure.querySelector("input[type=range]");
    // The thumb stands at a value that was printed, not at this one, until it is moved again.
    figure.classList.add("fl-off");
    figure.classList.toggle("fl-none", !drawn);
    thumb.addEventListener("input", () => figure.classList.remove("fl-off", "fl-none"), { once: true });
    if (!drawn) {
      said.textContent = `No figure for ${value}: ${error}`;
      return said.textContent;
    }
    const picture = document.createRange().createContextualFragment(drawn).querySelector("img");
    for (const other of figure.querySelectorAll("img")) other.hidden = true;
    figure.querySelector(".fl-own")?.remove();
    picture.className = "fl-own";
    [...figure.querySelectorAll("img")].at(-1).after(picture); // last: the slider counts the others
    said.textContent = picture.alt;
    return picture.alt;
  }

  // What the check has said of an answer, and what follows from it.
  judge() {
    const { error, result } = this.output;
    const right = result.startsWith("Right.");
    this.box.classList.toggle("fl-right", right);
    this.box.classList.toggle("fl-wrong", !right);
    if (right) progress.solve(this.id, this.code);
    if (error) return `Not yet: ${error}.`;
    if (right) return "Right.";
    if (!/^Not /.test(result)) return this.#unasked();
    const [, name] = result.match(NAMELESS) ?? [];
    if (name && !this.code.match(/\w+/g).includes(name)) return this.#excused(name);
    const words = this.#withoutNumbers(result);
    linked(this.output.live);
    return numbered(words);
  }

  // Nothing has asked for a verdict: the line that does so comes back without what else Reset would take.
  #unasked() {
    const line = this.original.slice(this.original.search(/^practice\(/m)).trimEnd();
    const words = this.code.includes(line) ? `Let this be the last line of the cell: ${line}`
      : `This line is missing at the end: ${line}`;
    this.note(words, button("Put it back", () => {
      const kept = this.code.replace(line, "").trimEnd();
      this.view.dispatch({ changes: { from: 0, to: this.code.length, insert: `${kept}\n\n\n${line}` } });
      this.note();
      this.tools.querySelector(".fl-run").focus();
    }, "Put the line back"));
    return words;
  }

  // The check, or what it calls, misses a name that the answer does not use.
  #excused(name) {
    const words = `Not checked: the check misses the name ${name}, your answer does not use it. `
      + "No cell above defines it any more: reset those that you have changed.";
    this.box.classList.remove("fl-wrong");
    this.output.tell(words);
    return words;
  }

  // Numbers to copy teach nothing: first what came out, and the hint.
  #withoutNumbers(verdict) {
    const found = verdict.match(NUMBERS);
    if (!found) return verdict;
    const [, begin, expected, place = "", got, hint = ""] = found;
    const words = `${begin}Got ${got}${place}. ${hint}`.trim();
    this.output.tell(words, "What was expected", expected + place);
    return words;
  }
}

class Page {
  cells = [];
  #work = Promise.resolve();
  #stopped = 0; // counts interrupts and restarts: what was waiting then, runs no more

  constructor(token) {
    this.kernel = new Kernel(token);
    const boxes = document.querySelectorAll(".cell:has(.cell_input pre)");
    for (const box of boxes) this.cells.push(new Cell(box, this.cells.length + 1, this));
    this.#bar();
    this.kernel.addEventListener("state", () => this.#show());
    progress.onChange(() => this.#count());
    progress.onElsewhere((answers) => this.cells.forEach((cell) => cell.heard(answers[cell.key])));
    this.#show();
    this.#place();
    const first = !localStorage.getItem(RAN) && this.cells.find(({ print }) => print.checkVisibility());
    if (!first) return;
    first.note(HINT);
    this.say("Every cell of this page runs. Try the first.", first);
  }

  above(cell) {
    return this.cells.slice(0, this.cells.indexOf(cell));
  }

  // Tell it in the bar; what concerns a cell leads there.
  say(words, cell = null) {
    this.about = cell;
    if (!cell) {
      this.told.textContent = words;
      return;
    }
    cell.box.id ||= `fl-cell-${cell.number}`;
    const link = Object.assign(document.createElement("a"), { href: `#${cell.box.id}`, textContent: words });
    link.onclick = (click) => {
      click.preventDefault(); // the address stays, the keyboard comes along
      for (let fold = cell.input.closest("details"); fold; fold = fold.parentElement.closest("details")) fold.open = true;
      cell.box.scrollIntoView({ block: "center" });
      cell.tools.querySelector(".fl-run").focus({ preventScroll: true });
    };
    this.told.replaceChildren(link);
  }

  // What was told of this cell holds no longer.
  hush(cell) {
    if (this.about === cell) this.say("");
  }

  // What runs just now; nothing said before is about it.
  runs(cell) {
    this.current = cell;
    if (cell) this.say("");
    this.#show();
  }

  run(cells) {
    return this.#queued(cells, (stopped) => this.#each(cells, stopped));
  }

  // Run what an answer rests on and has not run yet, then the answer.
  check(cell) {
    return this.#queued([cell], async (stopped) => {
      const before = await this.#before(cell);
      if (!before || !(await this.#each(before, stopped, [cell]))) return;
      await cell.run();
      this.say(cell.judge(), cell);
    });
  }

  // Draw a cell's figure at another value; the cell must have run for that.
  slide(cell, value) {
    cell.field(value, "running");
    return this.#queued([cell], async (stopped) => {
      const before = cell.ran === this.kernel.life ? [] : await this.#withBefore(cell);
      if (before && (await this.#each(before, stopped, [cell]))) this.say(await cell.slide(value));
    }).finally(() => cell.field(value));
  }

  // One after the other, until one fails; true if none has. What is to follow, who asks runs then.
  async #each(cells, stopped, following = []) {
    const all = [...cells, ...following];
    for (const [place, cell] of all.entries()) {
      if (stopped()) this.told.textContent ||= "Stopped.";
      else if (place === cells.length) break;
      else if (!(await cell.run())) await this.#failed(cell);
      else continue;
      // What was to follow says so itself: the bar is soon about something else.
      const why = cell.said.textContent === "stopped" ? `${cell.name} stopped` : "interrupted";
      const left = all.slice(place).filter(({ said }) => said.textContent !== "stopped");
      for (const { said } of left) said.textContent = `not run: ${why}`;
      return false;
    }
    this.say(cells.length === 1 ? `${cells[0].name} has run.` : `${cells.length} cells have run.`);
    return true;
  }

  async #unrun(cell) {
    // Solutions go on from earlier ones; nothing else goes on from what a reader may not have seen.
    const before = this.above(cell).filter(({ solution, exercise }) => !exercise && (!solution || cell.solution));
    await this.kernel.start();
    const found = await this.kernel.needs([...before, cell].map(({ code }) => code));
    const [needed, broken] = found.map((places) => places.map((place) => before[place]));
    return { needed: needed.filter(({ ran }) => ran !== this.kernel.life), broken };
  }

  // The same; null, with a word at the cell, if one of them cannot run.
  async #before(cell) {
    const { needed, broken: [slip] } = await this.#unrun(cell);
    if (!slip) return needed;
    const words = `${cell.name} has not run: ${slip.name} above has a syntax error. Repair or reset it.`;
    cell.note(words);
    this.say(words, slip);
    return null;
  }

  async #withBefore(cell) {
    const before = await this.#before(cell);
    return before && [...before, cell];
  }

  async #failed(cell) {
    const { error } = cell.output;
    const how = error === "KeyboardInterrupt" ? "was interrupted" : `stopped${error ? ` with ${error}` : ""}`;
    this.say(`${cell.name} ${how}.`, cell);
    if (error !== "NameError") return;
    const tip = document.createElement("p");
    const { needed, broken: [slip] } = await this.#unrun(cell).catch(() => ({ needed: [cell], broken: [] }));
    if (slip) tip.append(`${slip.name} above has a syntax error and may define it. Repair or reset it.`);
    else if (needed.length) {
      tip.append("A name is missing that cells above may define. ", button("Run what it needs", () => {
        cell.tools.querySelector(".fl-run").focus(); // this button goes
        this.#queued([cell], async (stopped) => {
          const cells = await this.#withBefore(cell);
          if (cells) await this.#each(cells, stopped);
        });
      }));
    } else tip.append("No cell above that has not run yet defines it. Is it misspelt?");
    cell.output.live.querySelector(".fl-error")?.append(tip);
  }

  #queued(cells, work) {
    const stopped = this.#stopped;
    for (const { said } of cells) if (said.textContent !== "running") said.textContent = "waiting";
    this.#work = this.#work.then(() => work(() => stopped !== this.#stopped)).catch((error) => {
      const words = explained(error), cell = error.cell ?? cells.at(-1);
      this.say(words, cell);
      if (words !== "Stopped.") cell?.note(words);
    }).finally(() => {
      for (const { said } of cells) if (said.textContent === "waiting") said.textContent = "";
    });
    document.body.dataset.flWorking = Number(document.body.dataset.flWorking ?? 0) + 1;
    this.#work.then(() => { document.body.dataset.flWorking -= 1; });
    return this.#work;
  }

  #bar() {
    const bar = Object.assign(document.createElement("section"), { className: "fl-bar" });
    bar.ariaLabel = "Kernel";
    const stop = (act) => ({ currentTarget }) => {
      if (currentTarget.ariaDisabled === "true") return;
      this.#stopped += 1;
      act().catch((error) => this.say(explained(error)));
    };
    this.state = Object.assign(document.createElement("span"), { className: "fl-state" });
    this.told = Object.assign(document.createElement("span"), { className: "fl-told", role: "status" });
    this.buttons = [
      button("Interrupt", stop(() => this.kernel.interrupt())),
      button("Restart", stop(() => this.kernel.restart().then(() => this.say("The kernel is new.")))),
    ];
    this.progress = Object.assign(document.createElement("a"), { className: "fl-mine", href: "/progress.html" });
    bar.append(this.state, this.told);
    if (this.cells.length) bar.append(button("Run all", () => this.run(this.cells)), ...this.buttons);
    bar.append(this.progress);
    document.body.append(bar);
    document.body.classList.add("fl-live");
    new ResizeObserver(() => document.body.style.setProperty("--fl-bar", `${bar.offsetHeight}px`)).observe(bar);
    this.#count();
  }

  // A page that is loaded again shows what it showed, though editors have changed where that stands.
  #place() {
    const { type } = performance.getEntriesByType("navigation")[0];
    const [number, top] = JSON.parse(sessionStorage.getItem(PLACE)) ?? [];
    const height = ({ box }) => box.getBoundingClientRect().top;
    if (type !== "navigate" && this.cells[number]) {
      history.scrollRestoration = "manual"; // the browser's place is one of the printed page
      scrollBy({ top: height(this.cells[number]) - top, behavior: "instant" });
    }
    addEventListener("pagehide", () => {
      history.scrollRestoration = "auto";
      const far = (cell) => Math.abs(height(cell) - innerHeight / 2);
      const near = this.cells.reduce((one, other) => (far(other) < far(one) ? other : one), this.cells[0]);
      if (near) sessionStorage.setItem(PLACE, JSON.stringify([near.number - 1, height(near)]));
    });
  }

  #show() {
    const { state } = this.kernel;
    document.body.dataset.flKernel = state;
    const running = state === "busy" && this.current;
    this.state.textContent = running ? `running ${this.current.name}` : STATES[state];
    // A button that is disabled loses the keyboard's focus; one that says so does not.
    for (const made of this.buttons) made.ariaDisabled = String(!["idle", "busy"].includes(state));
  }

  #count() {
    const blanks = this.cells.filter(({ id }) => id);
    const done = blanks.filter(({ id }) => progress.solved(id)).length;
    this.progress.textContent = blanks.length ? `My progress: ${done} of ${blanks.length}` : "My progress";
  }
}

export function open(token) {
  const page = new Page(token);
  progress.mark();
  if (!page.cells.length) document.querySelector(".fl-bar").hidden = true;
}
