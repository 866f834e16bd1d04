// What the reader has solved and written: kept by the browser, on this machine, for this book.
const KEY = "flcourse-progress";
const RIGHT = "flcourse-right"; // short sums of the texts that were right, and of the last ones that were not
const CELL = "#cell-"; // begins the name of a changed cell that is no exercise
const MOST = { cells: 100, letters: 200_000 }; // of these, the last are kept
const EMPTY = { solved: {}, answers: {} };
const heard = new EventTarget();

function read() {
  try {
    return valid(JSON.parse(localStorage.getItem(KEY))) ?? structuredClone(EMPTY);
  } catch {
    return structuredClone(EMPTY);
  }
}

const strings = (map) => map && typeof map === "object" && !Array.isArray(map)
  && Object.entries(map).every(([name, value]) => name.includes("#") && typeof value === "string");
const valid = (found) => (strings(found?.solved) && strings(found?.answers)
  ? { solved: found.solved, answers: found.answers } : null);

function write(progress) {
  localStorage.setItem(KEY, JSON.stringify(progress));
  heard.dispatchEvent(new Event("change"));
}

export const onChange = (tell) => {
  heard.addEventListener("change", tell);
  addEventListener("storage", ({ key }) => key === KEY && tell()); // another page solved something
};

// What another page has written.
export const onElsewhere = (tell) =>
  addEventListener("storage", ({ key }) => key === KEY && tell(read().answers));

export const solved = (id) => read().solved[id];
export const answer = (id) => read().answers[id];

const WRONG = "!"; // ends the name of an answer whose last wrong text this is

export function solve(id, code) {
  const progress = read();
  progress.solved[id] ??= new Date().toISOString().slice(0, 10);
  judged({ [id]: sum(code) });
  write(progress);
}

// A text that was right before, with other cells above it, is so no longer.
export function fail(id, code) {
  const text = sum(code), right = rights()[id];
  judged({ [id]: right === text ? "" : right, [id + WRONG]: text });
}

const judged = (texts) => localStorage.setItem(RIGHT, JSON.stringify({ ...rights(), ...texts }));

// What was found of just this text, "right" or "wrong": an answer may have been changed since.
export function verdict(id, code) {
  const texts = rights(), text = sum(code);
  return texts[id] === text && solved(id) ? "right" : texts[id + WRONG] === text ? "wrong" : "";
}

function rights() {
  try {
    return JSON.parse(localStorage.getItem(RIGHT)) ?? {};
  } catch {
    return {};
  }
}

function sum(text) {
  let total = 5381;
  for (const letter of text) total = (Math.imul(total, 33) ^ letter.codePointAt(0)) >>> 0;
  return total.toString(36);
}

export function keep(id, code) {
  const progress = read(), { answers } = progress;
  if ((answers[id] ?? null) === code) return;
  delete answers[id]; // and to the end: the oldest stand first
  if (code !== null) answers[id] = code;
  const cells = Object.keys(answers).filter((name) => name.includes(CELL));
  let letters = cells.reduce((all, name) => all + answers[name].length, 0);
  for (let count = cells.length; count > MOST.cells || letters > MOST.letters; count -= 1) {
    const oldest = cells.shift();
    letters -= answers[oldest].length;
    delete answers[oldest];
  }
  write(progress);
}

// Name of an ordinary cell, by what is printed in it: its number changes with the book.
export const cellName = (path, text, others) =>
  named(path, CELL.slice(1) + sum(text) + (others ? `+${others}` : ""));

// Name of an exercise that is the same for each place where the book may lie.
export const named = (path, id) => `${path.split("/").at(-1).replace(/\.html$/, "")}#${id}`;

// Marks at the exercises of this page, and the whole page "My progress".
export function mark() {
  const show = () => {
    for (const title of document.querySelectorAll(".exercise[id] > .admonition-title")) {
      const date = solved(named(location.pathname, title.parentElement.id));
      const sign = title.querySelector(".fl-solved") ?? document.createElement("span");
      sign.className = "fl-solved";
      sign.textContent = "solved ✓";
      if (date) title.append(" ", sign);
      else sign.remove();
    }
    for (const item of document.querySelectorAll("[data-exercise]")) {
      const date = solved(item.dataset.exercise);
      item.classList.toggle("fl-done", Boolean(date));
      item.querySelector(".fl-when").textContent = date ? `solved ${date}`
        : answer(item.dataset.exercise) === undefined ? "open" : "begun";
    }
    for (const part of document.querySelectorAll(".fl-progress section")) {
      const all = part.querySelectorAll("[data-exercise]").length;
      const done = part.querySelectorAll(".fl-done").length;
      part.querySelector(".fl-count").textContent = `${done} of ${all} solved`;
    }
  };
  onChange(show);
  show();
  const page = document.querySelector(".fl-progress");
  if (page) page.prepend(tools());
}

const many = (count, what) => `${count} ${what}${count === 1 ? "" : "s"}`;

function tools() {
  const bar = document.createElement("div");
  bar.className = "fl-tools fl-progress-tools";
  const said = document.createElement("span");
  said.role = "status";
  const file = Object.assign(document.createElement("input"),
    { type: "file", accept: ".json", hidden: true, ariaLabel: "Progress to import" });
  const press = (name, act) => Object.assign(document.createElement("button"),
    { type: "button", textContent: name, onclick: act });
  const save = () => {
    const link = document.createElement("a");
    link.href = URL.createObjectURL(new Blob([JSON.stringify({ ...read(), checked: rights() }, null, 1)], { type: "application/json" }));
    link.download = "flcourse-progress.json";
    link.click();
    URL.revokeObjectURL(link.href);
    said.textContent = `Saved as ${link.download}, where your browser puts downloads.`;
  };
  file.onchange = async () => {
    try {
      const told = JSON.parse(await file.files[0].text()), found = valid(told);
      if (!found) throw Error();
      const mine = read();
      const other = Object.keys(found.answers).filter((id) => id in mine.answers && mine.answers[id] !== found.answers[id]);
      const theirs = other.length === 0 || confirm(`${many(other.length, "text")} here and in the file differ, and `
        + "yours may be newer. OK takes those of the file, Cancel keeps yours.");
      const answers = theirs ? { ...mine.answers, ...found.answers } : { ...found.answers, ...mine.answers };
      const checked = strings(told.checked) ? told.checked : {};
      judged(theirs ? checked : { ...checked, ...rights() });
      write({ solved: { ...found.solved, ...mine.solved }, answers });
      said.textContent = `Imported: ${many(Object.keys(found.solved).length, "solved exercise")}, `
        + many(Object.keys(found.answers).length, "text")
        + (other.length ? `; ${many(other.length, "text")} of yours ${theirs ? "replaced" : "kept"}.` : ".");
    } catch {
      said.textContent = "This file holds no progress of this book; nothing has changed.";
    }
    file.value = "";
  };
  const wipe = () => {
    if (!confirm("Forget all that you have solved and written here? This cannot be undone; Export keeps a copy.")) return;
    write(structuredClone(EMPTY));
    localStorage.removeItem(RIGHT);
    said.textContent = "Everything is forgotten.";
  };
  bar.append(press("Export", save), press("Import", () => file.click()), press("Wipe", wipe), file, said);
  return bar;
}
