// A page of the live book for who did not come by its link: everything reads, nothing runs.
import { CLOSED } from "./words.js";
import { mark } from "./progress.js";

export function open() {
  mark();
  const note = document.createElement("aside");
  note.className = "fl-bar";
  note.ariaLabel = "Kernel";
  const [how, then] = CLOSED.split(/(?<=\.) /); // a phone has room for one of them
  note.append(how, Object.assign(document.createElement("span"), { className: "fl-later", textContent: then }));
  document.body.append(note);
}
