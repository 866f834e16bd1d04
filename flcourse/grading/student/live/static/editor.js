// A cell's editor: JupyterLab's, in the colours in which the book prints code.
import {
  acceptCompletion, autocompletion, bracketMatching, closeBrackets, closeBracketsKeymap, completionStatus,
  defaultKeymap, drawSelection, EditorState, EditorView, history, historyKeymap, indentLess, indentMore,
  indentUnit, keymap, Prec, python, startCompletion, syntaxHighlighting, tagHighlighter, tags,
} from "./vendor/jupyter.js";

// Classes of the book's style sheet for printed code, light and dark.
const printed = tagHighlighter([
  { tag: tags.keyword, class: "k" }, { tag: tags.moduleKeyword, class: "kn" },
  { tag: tags.operatorKeyword, class: "ow" }, { tag: [tags.bool, tags.null], class: "kc" },
  { tag: tags.string, class: "s2" }, { tag: tags.number, class: "mi" }, { tag: tags.comment, class: "c1" },
  { tag: tags.function(tags.definition(tags.variableName)), class: "nf" },
  { tag: tags.definition(tags.className), class: "nc" }, { tag: tags.meta, class: "nd" },
  { tag: tags.operator, class: "o" }, { tag: tags.punctuation, class: "p" },
  { tag: tags.variableName, class: "n" }, { tag: tags.propertyName, class: "n" },
]);

// Tab completes a word and indents a line; Escape, then Tab, leaves the editor. Who only passes by
// with the keyboard, and has neither typed nor clicked here, passes, and changes nothing.
const used = new WeakSet();
const passing = {
  mousedown: (_, view) => (used.add(view), false),
  blur: (_, view) => (document.activeElement === view.contentDOM || used.delete(view), false), // a window's counts not
};

function back(view) {
  return used.has(view) && indentLess(view);
}

function tab(view) {
  if (completionStatus(view.state) === "active") return acceptCompletion(view);
  if (!used.has(view)) return false;
  const { main } = view.state.selection;
  const before = view.state.doc.lineAt(main.head).text.slice(0, main.head - view.state.doc.lineAt(main.head).from);
  return main.empty && /[\w.]$/.test(before) ? startCompletion(view) : indentMore(view);
}

const asked = (complete) => async (context) => {
  const found = await complete(context.state.doc.toString(), context.pos);
  if (!found?.matches.length) return null;
  const kinds = found.metadata?._jupyter_types_experimental ?? [];
  return {
    from: found.cursor_start, to: found.cursor_end,
    options: found.matches.map((label, place) => ({ label, type: kinds[place]?.type })),
  };
};

// How many letters of a text stand before a place on the screen.
export function pointed(text, { clientX, clientY }) {
  const at = document.caretPositionFromPoint?.(clientX, clientY);
  const range = document.caretRangeFromPoint?.(clientX, clientY);
  const [node, offset] = at ? [at.offsetNode, at.offset] : [range?.startContainer, range?.startOffset];
  if (!text.contains(node ?? null)) return 0;
  const before = document.createRange();
  before.setStart(text, 0);
  before.setEnd(node, offset);
  return before.toString().length;
}

// The line that is typed stays clear of what lies over the page at its ends. (The editor's own margins
// are no help: they are meant for an editor that scrolls, and would hide its completions.)
function clear(view) {
  const at = view.coordsAtPos(view.state.selection.main.head);
  const high = (part) => document.querySelector(part)?.offsetHeight ?? 0;
  if (!at) return;
  const below = at.bottom + 12 - (innerHeight - high(".fl-bar")), above = high(".bd-header-article") + 12 - at.top;
  if (below > 0 || above > 0) scrollBy({ top: below > 0 ? below : -above, behavior: "instant" });
}

// What is typed is the cell's alone: pages have keys of their own, such as "/" for their search, and
// take an editor, which is no field of a form, for text that is only read.
function keepKeys(parent) {
  parent.addEventListener("keydown", (press) => press.ctrlKey || press.metaKey || press.stopPropagation());
}

export function edit(parent, { code, name, run, complete, changed }) {
  keepKeys(parent);
  const keys = [
    { key: "Shift-Enter", run: () => (run(), true) }, { key: "Mod-Enter", run: () => (run(), true) },
    { key: "Tab", run: tab, shift: back },
  ];
  return new EditorView({
    parent,
    state: EditorState.create({
      doc: code,
      extensions: [
        Prec.highest(keymap.of(keys)),
        keymap.of([...closeBracketsKeymap, ...defaultKeymap, ...historyKeymap]),
        history(), drawSelection(), closeBrackets(), bracketMatching(), python(), indentUnit.of("    "),
        EditorState.tabSize.of(4), syntaxHighlighting(printed),
        autocompletion({ override: [asked(complete)], activateOnTyping: false }),
        EditorView.contentAttributes.of({
          "aria-label": `${name}. Shift Enter runs it; Escape, then Tab, leaves it.`,
          tabindex: "0",
        }),
        EditorView.scrollHandler.of((view) => (requestAnimationFrame(() => clear(view)), false)),
        EditorView.domEventHandlers(passing),
        EditorView.updateListener.of((update) => {
          const pointed = update.transactions.some((one) => one.isUserEvent("select.pointer"));
          if (pointed || (update.docChanged && update.view.hasFocus)) used.add(update.view);
          if (update.docChanged) changed();
        }),
      ],
    }),
  });
}
