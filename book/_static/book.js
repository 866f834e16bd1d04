// What is too wide scrolls by itself: the keyboard reaches it, and it fades where there is more.
(() => {
  const wide = "mjx-container[display=true], pre, div.output, .pst-scrollable-table-container, .fl-plan";
  const more = (box) =>
    box.classList.toggle("fl-more", box.scrollLeft + box.clientWidth < box.scrollWidth - 2);
  const reach = () => {
    for (const box of document.querySelectorAll(wide)) {
      if (box.scrollWidth > box.clientWidth) {
        if (box.tabIndex !== 0) box.addEventListener("scroll", () => more(box), { passive: true });
        box.tabIndex = 0;
      }
      more(box);
    }
  };
  // On a phone names in tables may go on in the next line behind the module; only long ones at an underscore.
  const part = (code) => {
    const pieces = code.textContent.split(/(?<=\.)(?=\w)|(?<=\w{14}_)/);
    if (code.childElementCount || pieces.length === 1) return;
    const breaks = pieces.flatMap((piece) => [document.createElement("wbr"), piece]);
    code.replaceChildren(...breaks.slice(1));
  };
  // The contents follow the reader; on a phone they are a window, which closes when it has led on.
  const contents = () => {
    const list = document.getElementById("pst-page-toc-nav");
    if (!list) return;
    const drawer = document.getElementById("pst-secondary-sidebar-modal");
    drawer?.addEventListener("click", ({ target }) => {
      const there = document.getElementById(decodeURIComponent(target.closest("a[href^='#']")?.hash.slice(1) ?? ""));
      if (!there) return;
      drawer.addEventListener("close", () => {  // after the theme, which leads the keyboard back
        const title = there.querySelector("h2, h3, h4") ?? there;
        title.tabIndex = -1;
        title.focus({ preventScroll: true });
      }, { once: true });
      drawer.close();
    });
    new MutationObserver(() => {
      const box = list.closest(".bd-sidebar-secondary"), seen = box.getBoundingClientRect();
      const { top, bottom, height } = list.querySelector("[aria-current]")?.getBoundingClientRect() ?? { height: 0 };
      const end = Math.min(seen.bottom, innerHeight) - 50;
      if (height && (top < seen.top || bottom > end)) box.scrollTop += top - (seen.top + end) / 2;
    }).observe(list, { attributes: true, subtree: true, attributeFilter: ["aria-current"] });
  };
  // Opened from a disk, a page runs nothing, and says how it would.
  const unserved = () => {
    const title = document.querySelector(".bd-article h1");
    if (location.protocol !== "file:" || /[?&]slides/.test(location.search) || !title || !document.querySelector(".cell .cell_input")) return;
    const note = Object.assign(document.createElement("p"), { className: "fl-unserved" });
    const command = Object.assign(document.createElement("code"), { textContent: "flcourse book" });
    note.append("To run the cells: ", command, " FOLDER, with the folder of the built book.");
    title.after(note);
  };
  window.addEventListener("load", async () => {
    unserved();
    contents();
    if (innerWidth <= 600) document.querySelectorAll(".bd-article table code .pre").forEach(part);
    await window.MathJax?.startup?.promise;
    reach();
    new ResizeObserver(reach).observe(document.body);
  });
})();
