// What is too wide scrolls by itself; let the keyboard reach and scroll it too.
(() => {
  const wide = "mjx-container[display=true], pre, div.output, .pst-scrollable-table-container";
  const reach = () => {
    for (const box of document.querySelectorAll(wide)) {
      if (box.scrollWidth > box.clientWidth) box.tabIndex = 0;
    }
  };
  window.addEventListener("load", async () => {
    await window.MathJax?.startup?.promise;
    reach();
    new ResizeObserver(reach).observe(document.body);
  });
})();
