// A page of the live book for who did not come by its link: everything reads, nothing runs.
import { CLOSED } from "./words.js";
import { mark } from "./progress.js";

export function open() {
  mark();
  const note = document.createElement("aside");
  note.className = "fl-bar";
  note.ariaLabel = "Kernel";
  note.textContent = CLOSED;
  document.body.append(note);
}
