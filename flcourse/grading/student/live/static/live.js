// Loaded by the server of the live book, never by the built pages: opens the page's cells to who came
// by the link with the token. The token moves at once from the address to this origin's own storage.
const KEY = "flcourse-run";
const told = location.hash.match(/^#run=([\w-]+)$/);
if (told) {
  localStorage.setItem(KEY, told[1]);
  history.replaceState(null, "", location.pathname + location.search);
}
const token = localStorage.getItem(KEY) ?? "";

const slides = new URLSearchParams(location.search).has("slides");
if (!slides && document.querySelector(".cell, .fl-progress")) {
  const asked = await fetch("/_live/may", { headers: { Authorization: `token ${token}` } });
  const { may } = await asked.json();
  const page = await import(may ? "./page.js" : "./closed.js");
  page.open(token);
}
