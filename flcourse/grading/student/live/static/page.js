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
const TIME = /^[\d.]+ s$/;
const UNRUN = "changed, not run yet";
const BACK = "The printed text is back.";
const HELD = `${BACK} What you ran still counts; Restart forgets it.`;
const UNBEGUN = "Nothing has run since you opened this page.";
const ANEW = `${UNBEGUN} The results are the printed ones.`;
const RECALLED = `${UNBEGUN} What is said of this answer is from before.`;
const RAN = "flcourse-ran"; // whether the reader knows that
const PLACE = `flcourse-place ${location.pathname}`; // where this tab left the page
const ICONS = { Run: "▶", "Check my answer": "▶" };

function button(name, act, label = name) {
  const made = Object.assign(document.createElement("button"), { type: "button", onclick: act });
  made.textContent = name in ICONS ? `${ICONS[name]} ${name}` : name;
  made.ariaLabel = label;
  return made;
}

const bare = (text) => text.replace(/\s+/g, "");

// "2 answers are right, 1 not yet": what came out of those that a run has reached.
function counted(cells) {
  const kinds = [["right", "right", "right"], ["wrong", "not yet right", "not yet"], ["unasked", "not checked", "not checked"]];
  const found = kinds.map(([kind, ...words]) => [cells.filter(({ verdict }) => verdict === kind).length, ...words])
    .filter(([count]) => count);
  const [[count, first] = [], ...others] = found;
  if (!count) return "";
  const all = `${count} ${count === 1 ? "answer is" : "answers are"} ${first}`;
  return [all, ...others.map(([more, , words]) => `${more} ${words}`)].join(", ");
}

function explained({ name, message }) {
  if (/^Canceled/.test(message)) return "Stopped.";
  if (/network|fetch/i.test(message)) return GONE;
  return message;
}

class Cell {
  ran = 0; // the life of the kernel in which its text ran, 0 if in none
  view = null;
  timed = 0; // the life of the kernel whose running time is said
  recalled = false; // whether what stands below an answer was found on an earlier visit
  touched = false; // whether the reader has typed here, on this page
  held = 0; // the life of the kernel that holds what another text than the printed one has left
  dropped = null; // the text that Reset has taken away
  verdict = ""; // of an answer that has just run: right, wrong, unasked; none of a blank
  words = ""; // what was said with it

  constructor(box, number, page) {
    Object.assign(this, { box, number, page });
    this.input = box.querySelector(".cell_input");
    this.print = this.input.querySelector("[class*=highlight-]");
    this.original = this.print.querySelector("pre").textContent.replace(/\n$/, "");
    this.shown = this.original; // the text whose output stands here
    this.solution = Boolean(box.closest(".solution"));
    this.exercise = this.#exercise();
    this.name = this.exercise ? this.#task() : `Cell ${number}`;
    this.output = new Output(box);
    this.said = Object.assign(document.createElement("span"), { className: "fl-said" });
    this.#tools();
    this.print.addEventListener("click", (click) => {
      if (click.target.closest("button") || !getSelection().isCollapsed) return;
      const place = pointed(this.print.querySelector("pre"), click);
      this.edit();
      this.view.dispatch({ selection: { anchor: Math.min(place, this.code.length) }, userEvent: "select.pointer" });
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

  // "Exercise 3.1, part 2": which of the answers of this page it is.
  #task() {
    const number = this.exercise.querySelector(".caption-number")?.textContent.trim() ?? "Your answer";
    const before = this.page.cells.filter(({ exercise }) => exercise === this.exercise).length;
    return before ? `${number}, part ${before + 1}` : number;
  }

  get top() {
    return this.box.getBoundingClientRect().top;
  }

  get code() {
    return this.view ? this.view.state.doc.toString() : this.original;
  }

  // Whether there is another text than the printed one; white space makes no answer of a blank.
  get changed() {
    return this.exercise ? bare(this.code) !== bare(this.original) : this.code !== this.original;
  }

  #tools() {
    const of = (what) => `${what}: ${this.name}`;
    const page = this.page;
    const run = this.exercise
      ? button("Check my answer", () => page.check(this), of("Check my answer"))
      : button("Run", () => page.run([this]), of("Run"));
    this.more = [
      button("Edit", () => this.edit(), of("Edit")),
      button("Run all above", () => page.runAbove(this), of("Run all above")),
      button("Reset", () => this.reset(), of("Reset to the printed text")),
    ];
    run.className = "fl-run";
    this.more.at(-1).hidden = true;
    this.tools = Object.assign(document.createElement("div"), { className: "fl-tools" });
    this.tools.role = "group";
    this.tools.ariaLabel = this.name;
    this.tools.append(run, ...this.more, ...this.#help(of), this.said);
    this.box.insertBefore(this.tools, this.output.box);
  }

  // Hint and solution unfold from here; they stand between this exercise and the next.
  #help(of) {
    if (!this.exercise) return [];
    const below = [];
    let next = this.box.nextElementSibling;
    for (; next && !next.matches(".exercise, h1, h2, section"); next = next.nextElementSibling) below.push(next);
    const hint = below.find((part) => part.matches("details.sd-dropdown"));
    const solution = below.find((part) => part.matches(".solution"));
    const found = [["Hint", hint], ["Solution", solution]].filter(([, part]) => part);
    return found.map(([name, part]) => button(name, () => this.#unfold(part), of(name)));
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
    const answer = progress.answer(this.id);
    this.edit(false, answer);
    if (this.changed) this.#recall();
    else progress.keep(this.key, null);
  }

  // What is printed there speaks of the blank: say what is known of this text.
  #recall() {
    this.recalled = true;
    const date = progress.solved(this.id), found = progress.verdict(this.id, this.code);
    const words = found === "wrong" ? "Not yet, when you last checked." : "This text of yours is not checked yet.";
    this.#colour(found);
    this.said.textContent = "";
    this.output.tell(found === "right" ? `Right (solved ${date}).` : `${date ? `Solved ${date}. ` : ""}${words}`);
  }

  #colour(verdict) {
    for (const one of ["right", "wrong"]) this.box.classList.toggle(`fl-${one}`, verdict === one);
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
    this.noted = words;
    if (!words) return;
    const note = Object.assign(document.createElement("p"), { className: "fl-note", textContent: words });
    if (act) note.append(" ", act);
    this.tools.after(note);
  }

  // The same page in another tab holds another text here: it comes over, but never over what was typed.
  heard(text = this.original) {
    const asked = this.box.querySelector(":scope > .fl-elsewhere");
    const same = text === this.code || (text === this.original && !this.changed);
    if (same || !this.touched) asked?.remove();
    if (same) return;
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
      answered("Keep mine", () => progress.keep(this.key, this.changed ? this.code : null)));
    this.tools.after(asked);
    this.page.say(`${this.name} was changed in another tab.`, this);
  }

  #take(text) {
    if (this.view) this.#put(text);
    else this.edit(false, text);
    this.touched = false;
    this.said.textContent = "as in your other tab";
  }

  #put(text) {
    this.view.dispatch({ changes: { from: 0, to: this.view.state.doc.length, insert: text } });
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
      if (code !== this.original) this.#changed();
    }
    const folded = this.input.closest("details");
    if (folded && focus) folded.open = true;
    if (focus) this.view.focus();
  }

  #changed() {
    const other = this.changed;
    this.dropped = null;
    if ([BACK, HELD].includes(this.noted)) this.note();
    if (!this.exercise) this.#mark();
    else if (this.touched) {
      this.output.outdate(other);
      this.page.hush(this);
      this.said.textContent = other || !this.output.live.hidden ? "changed, not checked yet" : "";
      this.#colour("");
    }
    this.ran = 0;
    this.more.at(-1).hidden = this.code === this.original && this.output.live.hidden;
    progress.keep(this.key, other ? this.code : null);
  }

  // What stands below is of another text than this one.
  #mark() {
    const old = this.code !== this.shown;
    this.output.box.classList.toggle("fl-old", old);
    if (["running", "waiting"].includes(this.said.textContent)) return;
    this.said.textContent = !old ? "" : this.output.live.hidden ? UNRUN : "changed since it ran";
  }

  // The cells above have run: what stopped here before may not do so any more.
  overtaken() {
    if (!this.output.error || this.output.live.hidden) return;
    this.shown = null;
    this.#mark();
    this.said.textContent = "from before those above ran: run it again";
  }

  // A new kernel holds nothing, and what took how long in another is over.
  forget() {
    const { life } = this.page.kernel;
    if (this.noted === HELD && this.held !== life) this.#back();
    if (!this.timed || this.timed === life) return;
    if (TIME.test(this.said.textContent)) this.said.textContent = "ran in an earlier kernel";
    this.timed = 0;
  }

  reset() {
    const dropped = this.changed ? this.code : null;
    this.shown = this.original;
    if (this.view) this.#put(this.original);
    this.dropped = dropped;
    this.output.show(false);
    this.said.textContent = "";
    this.#colour("");
    this.more.at(-1).hidden = true;
    this.page.hush(this);
    this.tools.querySelector(".fl-run").focus();
    this.#back();
    if (this.noted) this.page.say(this.noted, this);
  }

  // After Reset: what the kernel still holds, and the way back to the text that went.
  #back() {
    const words = this.held === this.page.kernel.life ? HELD : this.dropped === null ? "" : BACK;
    this.note(words, this.dropped === null ? "" : button("Undo", () => this.#undo(), `Undo the reset: ${this.name}`));
  }

  #undo() {
    this.#put(this.dropped);
    if (this.exercise) this.#recall();
    this.page.say("Your text is back.", this);
    this.tools.querySelector(".fl-run").focus();
  }

  // Run it; true if it came to its end.
  async run() {
    const { kernel } = this.page;
    const started = performance.now(), code = this.code;
    let status = null;
    this.note();
    this.verdict = this.words = "";
    this.#colour("");
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
      this.timed = kernel.life;
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
      if (status) this.#left(code, status);
      this.more.at(-1).hidden = false;
    }
  }

  // What a text that came to the kernel has left there, and here.
  #left(code, status) {
    if (code !== this.original) this.held = this.page.kernel.life;
    else if (status === "ok") this.held = 0;
    this.shown = code;
    if (!this.exercise && code !== this.code) this.#mark();
    else this.output.box.classList.remove("fl-old");
    if (this.exercise && status !== "abort" && this.output.error !== "KeyboardInterrupt") this.#judged(code);
  }

  // An answer has run, whoever has asked for that: what the check says of it, and what follows.
  #judged(code) {
    [this.verdict, this.words] = this.#judge(code);
    if (this.verdict === "right") progress.solve(this.id, code);
    if (this.verdict === "wrong") progress.fail(this.id, code);
    if (code === this.code) {
      this.#colour(this.verdict);
      return;
    }
    this.output.outdate(true); // typed on in the meantime
    this.words = `Before your last change: ${this.words}`;
    this.said.textContent = "changed, not checked yet";
  }

  // A slider goes through values that were computed before; with a kernel, any other can be asked for.
  #free() {
    for (const caption of this.box.querySelectorAll(".fl-slider:not(:has(.fl-any)) figcaption")) {
      const [label, value] = ["label", "input"].map((name) => document.createElement(name));
      const said = Object.assign(document.createElement("span"), { className: "fl-said", role: "status" });
      // No field for numbers: their arrows go by one, where 0.01 is a step, and would run the cell each time.
      Object.assign(value, { inputMode: "decimal", className: "fl-any", autocomplete: "off" });
      value.onchange = () => {
        const text = value.value.trim().replace(/^([-+]?\d*),(?=\d+$)/, "$1.");
        if (text && Number.isFinite(Number(text))) this.page.slide(this, Number(text));
        else said.textContent = text ? `${text} is no number` : "";
      };
      const what = caption.querySelector("label").firstChild.textContent.trim();
      label.append(`another value: ${what} `, value);
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

  // The verdict on this text, and its words.
  #judge(code) {
    const { error, result } = this.output;
    if (error) return ["wrong", `Not yet: ${error}.`];
    if (result.startsWith("Right.")) return ["right", "Right."];
    if (!/^Not /.test(result)) return ["unasked", this.#unasked()];
    if (/^Not answered/.test(result)) return ["", result];
    const [, name] = result.match(NAMELESS) ?? [];
    if (name && !code.match(/\w+/g).includes(name)) return ["unasked", this.#excused(name)];
    const words = this.#withoutNumbers(result);
    linked(this.output.live);
    return ["wrong", numbered(words)];
  }

  // Nothing has asked for a verdict: the line that does so comes back without what else Reset would take.
  #unasked() {
    const line = this.original.slice(this.original.search(/^practice\(/m)).trimEnd();
    const words = this.code.includes(line) ? `Let this be the last line of the cell: ${line}`
      : `This line is missing at the end: ${line}`;
    this.note(words, button("Put it back", () => {
      const kept = this.code.replace(line, "").trimEnd();
      this.#put(`${kept}\n\n\n${line}`);
      this.note();
      this.tools.querySelector(".fl-run").focus();
    }, `Put the line back: ${this.name}`));
    return words;
  }

  // The check, or what it calls, misses a name that the answer does not use.
  #excused(name) {
    const words = `Not checked: the check misses the name ${name}, your answer does not use it. `
      + "No cell above defines it any more: reset those that you have changed.";
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
  begun = false; // whether any of them ran here
  working = 0; // runs that are not at their end
  #work = Promise.resolve();
  #stopped = 0; // counts interrupts and restarts: what was waiting then, runs no more

  constructor(token) {
    this.kernel = new Kernel(token);
    const stays = this.#staying();
    const boxes = document.querySelectorAll(".cell:has(.cell_input pre)");
    for (const box of boxes) this.cells.push(new Cell(box, this.cells.length + 1, this));
    this.#bar();
    this.kernel.addEventListener("state", () => this.#show());
    progress.onChange(() => this.#count());
    progress.onElsewhere((answers) => this.cells.forEach((cell) => cell.heard(answers[cell.key])));
    this.#show();
    const [number, top, begun] = JSON.parse(sessionStorage.getItem(PLACE)) ?? [];
    this.#welcome(begun && this.cells[number]);
    stays();
    this.#place(this.cells[number], top);
  }

  // Who is new here learns that cells run; who has run some here before, that these runs are gone.
  #welcome(before) {
    const first = !localStorage.getItem(RAN) && this.cells.find(({ print }) => print.checkVisibility());
    if (first) {
      first.note(HINT);
      this.say("Every cell of this page runs. Try the first.", first);
    } else if (before) {
      this.anew = before;
      const words = before.recalled ? RECALLED : ANEW;
      before.note(words);
      this.say(words, before);
    }
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
    if (cell) this.begun = true;
    if ([ANEW, RECALLED].includes(this.anew?.noted)) this.anew.note();
    this.#show();
  }

  run(cells) {
    return this.#queued(cells, (stopped) => this.#each(cells, stopped));
  }

  runAbove(cell) {
    const above = this.above(cell);
    return this.#queued(above, async (stopped) => {
      if (await this.#each(above, stopped)) cell.overtaken();
    });
  }

  // Run what a cell rests on and has not run yet, then the cell.
  check(cell) {
    return this.#queued([cell], async (stopped) => {
      const cells = await this.#withBefore(cell);
      if (cells && (await this.#each(cells, stopped)) && cell.exercise) this.say(cell.words, cell);
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
    const have = cells.length === 1 ? `${cells[0].name} has run` : `${cells.length} cells have run`;
    this.say(`${[have, counted(cells)].filter(Boolean).join("; ")}.`);
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
        this.check(cell);
      }));
    } else tip.append("No cell above that has not run yet defines it. Is it misspelt?");
    cell.output.live.querySelector(".fl-error")?.append(tip);
  }

  #queued(cells, work) {
    const stopped = this.#stopped;
    if (!this.working) this.say(""); // while a kernel starts, nothing said before is about it
    for (const { said } of cells) if (said.textContent !== "running") said.textContent = "waiting";
    this.#work = this.#work.then(() => work(() => stopped !== this.#stopped)).catch((error) => {
      const words = explained(error), cell = error.cell ?? cells.at(-1);
      this.say(words, cell);
      if (words !== "Stopped.") cell?.note(words);
    }).finally(() => {
      for (const { said } of cells) if (said.textContent === "waiting") said.textContent = "";
    });
    this.#working(1);
    this.#work.then(() => this.#working(-1));
    return this.#work;
  }

  #working(more) {
    this.working += more;
    document.body.dataset.flWorking = this.working;
    this.#show();
  }

  #bar() {
    const bar = Object.assign(document.createElement("section"), { className: "fl-bar" });
    bar.ariaLabel = "Kernel";
    const stop = (act) => ({ currentTarget }) => {
      if (currentTarget.ariaDisabled === "true") return;
      this.#stopped += 1;
      act().catch((error) => {
        const cell = this.current ?? this.#near();
        this.say(explained(error), cell);
        cell?.note(explained(error));
      });
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
    new ResizeObserver(() => document.documentElement.style.setProperty("--fl-bar", `${bar.offsetHeight}px`)).observe(bar);
    this.#count();
  }

  // What an address leads to, such as a title, stays where it is while cells above it get their buttons.
  #staying() {
    const goal = document.querySelector(":target");
    const top = () => goal.getBoundingClientRect().top;
    if (!goal || top() < 0 || top() > innerHeight) return () => {};
    const before = top();
    return () => scrollBy({ top: top() - before, behavior: "instant" });
  }

  // A page that is loaded again shows what it showed, though editors have changed where that stands.
  #place(cell, top) {
    const { type } = performance.getEntriesByType("navigation")[0];
    if (type !== "navigate" && cell) {
      history.scrollRestoration = "manual"; // the browser's place is one of the printed page
      scrollBy({ top: cell.top - top, behavior: "instant" });
    }
    addEventListener("pagehide", () => {
      history.scrollRestoration = "auto";
      const near = this.#near();
      if (near) sessionStorage.setItem(PLACE, JSON.stringify([near.number - 1, near.top, this.begun]));
    });
  }

  // The cell that the reader most likely looks at.
  #near() {
    const far = (cell) => Math.abs(cell.top - innerHeight / 2);
    const seen = this.cells.filter(({ box }) => box.checkVisibility({ visibilityProperty: true })); // of no folded solution
    return seen.reduce((one, other) => (far(other) < far(one) ? other : one), seen[0]);
  }

  #show() {
    const { state } = this.kernel, { dataset } = document.body;
    // Between two cells of a run the kernel has a moment without work, of which nobody needs to know.
    if (!(state === "idle" && this.working && dataset.flKernel === "busy")) {
      dataset.flKernel = state;
      const running = state === "busy" && this.current;
      this.state.textContent = running ? `running ${this.current.name}` : STATES[state];
    }
    // A button that is disabled loses the keyboard's focus; one that says so does not.
    const there = ["idle", "busy"].includes(state), [interrupt, restart] = this.buttons;
    interrupt.ariaDisabled = String(!there || !this.working);
    restart.ariaDisabled = String(!there);
    for (const cell of this.cells) cell.forget();
  }

  #count() {
    const blanks = this.cells.filter(({ id }) => id);
    const done = blanks.filter(({ id }) => progress.solved(id)).length;
    this.progress.innerHTML = blanks.length ? `<span>My progress: </span>${done} of ${blanks.length}` : "My progress";
    if (blanks.length) this.progress.ariaLabel = this.progress.textContent;
  }
}

export function open(token) {
  const page = new Page(token);
  progress.mark();
  if (!page.cells.length) document.querySelector(".fl-bar").hidden = true;
}
