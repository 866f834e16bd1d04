// What live.js takes from others: the editor of JupyterLab, its client of kernels, and colours of terminals.
export { AnsiUp } from "ansi_up";
export {
  acceptCompletion, autocompletion, closeBrackets, closeBracketsKeymap, completionStatus, startCompletion,
} from "@codemirror/autocomplete";
export { defaultKeymap, history, historyKeymap, indentLess, indentMore } from "@codemirror/commands";
export { python } from "@codemirror/lang-python";
export { bracketMatching, indentUnit, syntaxHighlighting } from "@codemirror/language";
export { EditorState, Prec } from "@codemirror/state";
export { drawSelection, EditorView, keymap } from "@codemirror/view";
export { KernelConnection } from "@jupyterlab/services/lib/kernel/default";
export * as kernels from "@jupyterlab/services/lib/kernel/restapi";
export { ServerConnection } from "@jupyterlab/services/lib/serverconnection";
export { tagHighlighter, tags } from "@lezer/highlight";
