// The panel as the student sees it: tasks and verdicts, hints, and the way to hand in.

import { Sorry } from "./server.js";

const STATES = {
  right: ["Right", "M4 12l5 5L20 6"],
  "partly right": ["Partly right", "M3 14c3-6 6-6 9-2s6 4 9-2"],
  "not yet": ["Not right yet", "M6 6l12 12M18 6L6 18"],
  "not answered": ["Not answered", "M5 12h14"],
  "does not run": ["Does not run", "M12 4v10M12 18v2"],
  "ends in an error": ["Ends in an error", "M12 4v10M12 18v2"],
  "does not end": ["Does not end", "M12 4v10M12 18v2"],
  "waits for a person": ["Waits for a person", "M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM4 21a8 8 0 0 1 16 0"],
  "": ["Not checked yet", "M12 12h.01"],
};
const START = "Check saves the notebook and runs every visible check in a fresh process.";
const NOTHING = "Open an assignment: its tasks are shown here.";
const UNSAVED = "the notebook could not be saved. Is the terminal in which you started Jupyter still " +
  "open? If so, is the file read-only?";
const CHANGED = "the notebook was not saved, because the file has changed on disk. " +
  "Overwrite keeps what you see here; Revert takes the file.";
const FAILED = "The panel could not finish this. Try again";
const RELOAD = "; if it comes back, reload the page.";
const KEEP = "; do not reload the page before the notebook is saved: it would lose your last changes.";

export class Panel {
  /** `go` leads to a cell of a notebook, `draws` puts Markdown with formulas into an element, `opens`
   * opens a page of the server's folder. */
  constructor(server, { go, draws, opens }) {
    this.server = server;
    this.go = go;
    this.opens = opens;
    this.draws = draws;
    this.seen = new Map(); // what is known of each open notebook, by its key
    this.place = null;
    this.parts = frame(this);
    this.node = this.parts.node;
    this.draw();
  }

  /** Stand beside another notebook, or beside none. */
  show(place) {
    if (place?.key === this.place?.key) {
      return;
    }
    this.place = place;
    if (place && !this.seen.has(place.key)) {
      const state = { place, told: null, says: START, running: false, text: null, form: null };
      this.seen.set(place.key, state);
      place.opened.disposed.connect(() => this.seen.delete(place.key));
      place.changed.connect(() => this.draw());
      place.moved.connect(() => this.draw());
      this.load(state);
    }
    this.draw();
  }

  get state() {
    return this.place ? this.seen.get(this.place.key) : null;
  }

  focus() {
    (this.state ? this.parts.check : this.node).focus();
  }

  /** Back to the notebook. */
  leave() {
    if (this.place) {
      this.go({ opened: this.place.opened, task: "" });
    }
  }

  /** Whether the cells are other ones than those that were checked. */
  stale(state) {
    return Boolean(state?.told?.checked) && state.text !== state.place.text();
  }

  /** Read the tasks before anything is checked. */
  async load(state) {
    try {
      const told = await this.server.assignment(state.place.path());
      if (!state.told && told.when) {
        state.says = `Checked on ${date(told.when)}: ${sum(told)}`;
        state.text = told.same ? state.place.text() : null;
      }
      state.told ??= { ...told, checked: Boolean(told.when) };
    } catch (error) {
      state.says = words(error, state.place);
    }
    this.draw();
  }

  /** Save, and run the checks in a process of their own. */
  check() {
    const state = this.state;
    return this.during(state, "Checking…", async path => {
      await this.save(state, "Not checked");
      state.checking = true; // what is shown is of the check before
      const text = state.place.text();
      const told = await this.server.check(path, words => this.say(state, words));
      Object.assign(state, { told: { ...told, checked: true }, text, form: null });
      state.says = found(state.told);
    });
  }

  async stop() {
    try {
      await this.server.stop(this.place.path());
    } catch (error) {
      console.warn("flcourse-panel:", error);
    }
  }

  /** Show what would be handed in, and ask for the name. */
  handIn() {
    const state = this.state;
    return this.during(state, "Looking at the notebook…", async path => {
      await this.save(state, "Not handed in");
      state.form = await this.server.look(path);
      state.says = asked(state.form);
    }).then(() => {
      this.node.scrollTop = 0; // the question stands above all tasks
      state?.form && this.parts.form.querySelector("input")?.focus({ preventScroll: true });
    });
  }

  /** Pack it and show the receipt. */
  submit(student) {
    const state = this.state;
    return this.during(state, "Handing in…", async path => {
      await this.save(state, "Not handed in");
      state.form = { done: await this.server.handIn(path, student) };
      state.says = state.form.done.next;
    }).then(() => state?.form?.done && this.parts.form.querySelector("h3")?.focus());
  }

  /** Save; what cannot be saved is not touched, and `what` did not happen is said with the reason. */
  async save(state, what) {
    const { saved, asked } = await state.place.save();
    if (!saved) {
      throw new Sorry(`${what}: ${asked ? CHANGED : UNSAVED}`);
    }
  }

  /** Do something for a notebook, one thing at a time, and say how it ended. */
  async during(state, saying, act) {
    if (!state || state.running) {
      return;
    }
    state.running = true;
    this.say(state, saying);
    try {
      await act(state.place.path());
    } catch (error) {
      state.says = words(error, state.place);
    }
    state.running = state.checking = false;
    this.draw();
  }

  say(state, words) {
    state.says = words;
    this.draw();
  }

  draw() {
    const { check, cancel, hand, title, file, status, stale, lights, tasks, notes, form } = this.parts;
    const state = this.state;
    const told = state?.told;
    this.node.classList.toggle("flc-running", Boolean(state?.running));
    this.node.classList.toggle("flc-checking", Boolean(state?.checking));
    title.textContent = told?.title ?? "Assignment";
    put(file, state ? otherName(state.place.path()) : "");
    put(status, [state ? state.says || START : NOTHING, this.elsewhere(state)].join(" ").trim());
    for (const one of [check, hand]) {
      one.setAttribute("aria-disabled", String(!state || state.running));
    }
    cancel.hidden = !state?.running;
    put(stale, this.stale(state) && !state.checking ? "The notebook has changed since the last check." : "");
    this.refill(lights, told?.tasks, light);
    this.refill(tasks, told?.tasks, task => this.task(task));
    nobodyLooked(tasks, Boolean(state?.form) && this.stale(state));
    this.refill(notes, told?.notes, note => element("li", {}, linked(note)));
    this.refill(form, state?.form, () => this.form(state));
  }

  /** What is at work for other notebooks, while this one is in front. */
  elsewhere(here) {
    const names = [...this.seen.values()].filter(other => other.running && other !== here)
      .map(other => other.place.path().split("/").pop().replace(/\.ipynb$/, ""));
    return names.length ? `(Still at work: checking ${names.join(", ")}…)` : "";
  }

  /** Draw a part anew if what it shows is new, so that focus and opened hints stay. */
  refill(part, shown, make) {
    if (part.shown !== shown) {
      part.shown = shown;
      const list = Array.isArray(shown) ? shown : shown ? [shown] : [];
      part.replaceChildren(...list.map(make));
      part.hidden = !list.length;
    }
  }

  task(task) {
    const stands = standing(task);
    const [name, drawn] = STATES[stands] ?? STATES[""];
    const title = element("button", { class: "flc-title", title: "Go to this task" }, task.title);
    title.addEventListener("click", () => this.go({ opened: this.place.opened, task: task.id }));
    const state = element("span", { class: "flc-state" }, icon(drawn), name);
    const item = element("li", { class: "flc-task", "data-state": stands, "data-task": task.id },
      element("h3", {}, title),
      element("p", { class: "flc-verdict" }, state, element("span", {}, points(task))));
    if (task.says?.length) {
      item.append(element("p", { class: "flc-says" }, linked(task.says)));
    }
    item.append(...(task.notes ?? []).map(note =>
      element("p", { class: "flc-note" }, element("strong", {}, "Note: "), linked(note))));
    if (task.predicted) {
      item.append(element("p", { class: "flc-predicted" }, task.predicted));
    }
    if (task.state !== "right") {
      item.append(...this.help(task));
    }
    return item;
  }

  /** What helps with a task, each on request: one hint, then the next, and its formula. */
  help(task) {
    const row = element("div", { class: "flc-actions" });
    const more = element("div", { class: "flc-more", "aria-live": "polite" });
    if (task.hints.length) {
      row.append(hints(task, more));
    }
    if (task.formula) {
      const { text, href, shows } = task.formula;
      row.append(this.formula(text, shows, more));
      const where = isBuilt(href) ? "in the book" : "among the formulas of its chapter";
      row.append(...(href ? [link({ text: `${text} ${where}`, href })] : []));
    }
    return [row, more];
  }

  formula(name, shows, more) {
    const box = element("div", { class: "flc-formula" });
    const show = button(`Show ${name}`, async () => {
      const open = !box.isConnected;
      show.textContent = `${open ? "Hide" : "Show"} ${name}`;
      show.setAttribute("aria-expanded", String(open));
      if (!open) {
        box.remove();
        return;
      }
      more.append(box);
      if (!box.firstChild) {
        await this.draws(shows, box);
      }
    });
    show.setAttribute("aria-expanded", "false");
    return show;
  }

  form(state) {
    return state.form.done ? receipt(state.form.done, this.server) : this.question(state);
  }

  question(state) {
    const seen = state.form;
    const field = element("input", {
      class: "jp-mod-styled", name: "student", required: "", maxlength: "100",
      value: seen.student ?? "", autocomplete: "name",
    });
    const form = element("form", { "aria-label": "Hand in" },
      element("h3", { tabindex: "-1" }, "Hand in"),
      element("p", {}, answered(seen)),
      element("ul", {}, ...(seen.notes ?? []).map(note => element("li", {}, note))),
      element("label", {}, "Your name or student number", field),
      element("div", { class: "flc-buttons" },
        element("button", { class: "jp-mod-styled jp-mod-accept" }, does(seen)),
        button("Back", () => {
          Object.assign(state, { form: null, says: found(state.told) });
          this.draw();
          this.parts.hand.focus();
        })));
    form.addEventListener("submit", event => {
      event.preventDefault();
      this.submit(field.value.trim());
    });
    return form;
  }
}

// ------------------------------------------------------------------------------------------ pieces

function frame(panel) {
  const parts = {
    title: element("h2", {}),
    file: element("p", { class: "flc-file", hidden: "" }),
    check: button("Check", () => panel.check(), "jp-mod-accept"),
    cancel: button("Cancel", () => panel.stop()),
    hand: button("Hand in", () => panel.handIn()),
    status: element("p", { class: "flc-status", role: "status" }),
    stale: element("p", { class: "flc-stale" }),
    lights: element("div", { class: "flc-lights", "aria-hidden": "true" }),
    form: element("section", { class: "flc-form" }),
    tasks: element("ol", { class: "flc-tasks" }),
    notes: element("ul", { class: "flc-notes" }),
  };
  parts.node = element("section",
    { class: "flc-panel", tabindex: "-1", "aria-label": "Check and hand in" },
    element("header", {}, parts.title, parts.file,
      element("div", { class: "flc-buttons" }, parts.check, parts.cancel, parts.hand),
      parts.status, parts.stale, parts.lights),
    parts.form, parts.notes, parts.tasks); // below all tasks nobody would see what concerns all
  parts.node.addEventListener("keydown", event => {
    if (event.key === "Escape") {
      event.stopPropagation();
      panel.leave();
    }
  });
  parts.node.addEventListener("click", event => {
    const page = event.target.closest("a[data-page]")?.dataset.page;
    if (page) {
      event.preventDefault();
      panel.opens(...page.split(/(?=#)/));
    }
  });
  return parts;
}

/** What went wrong, as one sentence; a reload is advised only where it loses nothing. */
function words(error, place) {
  console.warn("flcourse-panel:", error);
  const known = error instanceof Sorry;
  const advice = place.unsaved() ? KEEP : RELOAD;
  return known && !error.reload ? error.message : `${known ? error.message : FAILED}${advice}`;
}

function light(task) {
  return element("span", { "data-state": standing(task), style: `flex-grow: ${task.possible || 1}` });
}

/** A button that tells one hint at each press. */
function hints(task, list) {
  let shown = 0;
  const more = button("", () => {
    list.append(element("p", {}, linked(task.hints[shown])));
    shown += 1;
    name();
  });
  function name() {
    const left = shown < task.hints.length;
    more.textContent = left ? (shown ? "Another hint" : "Hint") : "No more hints";
    more.setAttribute("aria-label", `${more.textContent} for ${task.title}`);
    more.setAttribute("aria-disabled", String(!left));
  }
  name();
  return more;
}

function receipt(done, server) {
  const { receipt: lines, download, name, step } = done;
  const list = element("dl", {});
  for (const [key, value] of Object.entries(lines)) {
    list.append(element("dt", {}, key), element("dd", {}, key === "time" ? moment(value) : value));
  }
  const file = download
    ? link({ text: `Download ${name}`, href: server.file(download) })
    : element("span", {}, name);
  return element("section", { class: "flc-receipt", "aria-label": "Receipt" },
    element("h3", { tabindex: "-1" }, "Your receipt"),
    ...(step ? [element("p", {}, element("strong", {}, step))] : []),
    element("p", {}, file), list);
}

/** The name of a file that is not called as its folder, such as that of a copy; else "". */
function otherName(path) {
  const [file, folder] = path.split("/").reverse();
  return file === `${folder}.ipynb` ? "" : file;
}

/** Who hands in after a change has perhaps answered what the last check found without an answer. */
function nobodyLooked(tasks, changed) {
  const [name, drawn] = STATES[changed ? "" : "not answered"];
  for (const state of tasks.querySelectorAll('[data-state="not answered"] .flc-state')) {
    if (state.textContent !== name) {
      state.replaceChildren(icon(drawn), name);
    }
  }
}

/** What the last check has found, "" if there was none. */
function found(told) {
  return told?.checked ? `${told.possible ? "" : "Checked: "}${sum(told)}` : "";
}

/** How a task stands: of what is not right yet, a part may be. */
function standing({ state, points }) {
  return state === "not yet" && points > 0 ? "partly right" : state;
}

function sum({ tasks, points, possible }) {
  const count = state => tasks.filter(task => standing(task) === state).length;
  const open = ["partly right", "not yet", "does not run", "ends in an error", "does not end",
    "not answered", "waits for a person"]
    .map(state => [count(state), stated(state, count(state))])
    .filter(([number]) => number);
  const unit = possible === 1 ? "point" : "points";
  const right = count("right");
  const got = possible ? `${points} of ${possible} ${unit} by the checks that you can see` :
    !open.length ? "all right" : right ? `${right} right` : "";
  const told = [got, ...open.map(([number, state]) => `${number} ${state}`)];
  const all = told.filter(Boolean).join(", ");
  const done = tasks.every(task => ["right", "waits for a person"].includes(task.state));
  return `${all}.${done ? " You can hand in." : ""}${noted(tasks)}`;
}

/** Where a note stands: in a long list a task that is right is passed over. */
function noted(tasks) {
  const names = tasks.filter(task => task.notes?.length).map(task => task.title.split(":")[0]);
  return names.length ? ` See the note${names.length > 1 ? "s" : ""} at ${names.join(", ")}.` : "";
}

/** A state in words, of one task or of several. */
function stated(state, number) {
  const words = STATES[state][0].toLowerCase();
  return number > 1 ? words.replace(/^does /, "do ").replace(/^(end|wait)s /, "$1 ") : words;
}

function points({ points, possible, state }) {
  const unit = possible === 1 ? "point" : "points";
  if (!possible) {
    return "no points";
  }
  return points === null || state === "waits for a person"
    ? `${possible} ${unit}` : `${points} of ${possible} ${unit}`;
}

/** What the form asks, and whether the notebook was packed before: `packed` is the last time, or "". */
function asked({ student, packed }) {
  const before = packed ? `Packed before, on ${date(packed)}. Once more:` : "One question before it is packed:";
  return `${before} ${student ? "is this you?" : "who are you?"}`;
}

function does({ answered: count, listed }) {
  const [now, later] = count ? ["Hand in now", "Pack for upload"] :
    ["Hand in all the same", "Pack it all the same"];
  return listed ? now : later;
}

/** A numbered task may ask for several answers, so that it is these that are counted. */
function answered({ answered: count, tasks, unanswered }) {
  if (!count) {
    return `None of the ${tasks} answers is written yet: is this the right notebook? ` +
      "You may hand in again; the last one counts.";
  }
  const all = `${count} of ${tasks} answers are written.`;
  const open = unanswered?.length ? ` Without one: ${unanswered.join("; ")}.` : "";
  return `${all}${open} You may hand in again; the last one counts.`;
}

// -------------------------------------------------------------------------------------- the basics

function element(tag, attributes, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    made.setAttribute(name, value);
  }
  made.append(...children.flat());
  return made;
}

function button(name, act, more = "") {
  const made = element("button", { type: "button", class: `jp-mod-styled ${more}` }, name);
  made.addEventListener("click", () => {
    if (made.getAttribute("aria-disabled") !== "true") {
      act();
    }
  });
  return made;
}

/** A link out of Jupyter, or to a page of formulas in the server's folder, which opens beside. */
function link({ text, href }) {
  return isBuilt(href)
    ? element("a", { href, target: "_blank", rel: "noopener" }, text)
    : element("a", { href: "#", "data-page": href }, text);
}

/** Whether pages of the built book stand there; else the name of a file of the server. */
function isBuilt(href) {
  return href.includes("://") || href.startsWith("/");
}

function date(when) {
  return new Date(when).toLocaleString("en-GB", { dateStyle: "medium", timeStyle: "short" });
}

/** A time as a receipt needs it: to the second, with the zone in which it is told. */
function moment(when) {
  return new Date(when).toLocaleString("en-GB", {
    day: "numeric", month: "short", year: "numeric",
    hour: "2-digit", minute: "2-digit", second: "2-digit", timeZoneName: "short",
  });
}

/** Text with its labels as links; only what is text becomes text, never HTML. */
function linked(parts) {
  return parts.map(part => (part.href ? link(part) : part.text));
}

function icon(drawn) {
  const space = "http://www.w3.org/2000/svg";
  const svg = document.createElementNS(space, "svg");
  const path = document.createElementNS(space, "path");
  svg.setAttribute("viewBox", "0 0 24 24");
  svg.setAttribute("aria-hidden", "true");
  path.setAttribute("d", drawn);
  svg.append(path);
  return svg;
}

/** Change a text only if it is another one: what listens to it would read it out again. */
function put(part, words) {
  if (part.textContent !== words) {
    part.textContent = words;
  }
  part.hidden = !words && part.getAttribute("role") !== "status";
}
