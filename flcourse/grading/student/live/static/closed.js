// A page of the live book for who did not come by its link: everything reads, nothing runs.
import { mark } from "./progress.js";

export function open() {
  mark();
  const note = document.createElement("aside");
  note.className = "fl-bar";
  note.ariaLabel = "Kernel";
  note.textContent = "To run the cells, open the link that the terminal shows.";
  document.body.append(note);
}
