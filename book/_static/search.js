// Search as readers mean it: a label or a term of the glossary leads to its definition, sections of
// chapters come before other pages, and the reference of the package comes last. It changes three
// methods of Sphinx's Search; `searchplaces.js`, written by book/_ext/places.py, knows
// labels and terms.
(() => {
  const LAST = /^(book\/(api|grading-report|errata|references|index)|genindex)$/;
  const LETTERS = { to: "→", infty: "∞", leftarrow: "←", rightarrow: "→", le: "≤", ge: "≥", ne: "≠", in: "∈", sum: "Σ", cdot: "·", times: "×",
    top: "ᵀ", emptyset: "∅", mid: "|", colon: ":", dots: "…", ldots: "…", otimes: "⊗", nabla: "∇", star: "*", mapsto: "↦",
    alpha: "α", beta: "β", gamma: "γ", delta: "δ", varepsilon: "ε", epsilon: "ε", eta: "η", theta: "θ", kappa: "κ",
    lambda: "λ", mu: "μ", nu: "ν", xi: "ξ", pi: "π", rho: "ρ", sigma: "σ", tau: "τ", phi: "φ", chi: "χ", psi: "ψ",
    omega: "ω", Lambda: "Λ", Sigma: "Σ", Delta: "Δ", Gamma: "Γ", Phi: "Φ", Omega: "Ω" };

  // A formula within a line, as far as letters can say it; what they cannot becomes "…".
  function readable(tex) {
    const plain = tex.replace(/^\\[([]|\\[)\]]$/g, "")
      .replace(/\^\s*\{?\\top\}?/g, "ᵀ").replace(/\^\{([^{}]*\S\s+\S[^{}]*)\}/g, "^($1)").replace(/\\(?:wide)?hat\s*\{?(\w)\}?/g, "$1\u0302").replace(/\\bar\s*\{?(\w)\}?/g, "$1\u0304")
      .replace(/\\[td]?frac\s*(\{[^{}]*\}|\\[a-z]+|\w)\s*(\{[^{}]*\}|\\[a-z]+|\w)/g, "$1/$2")
      .replace(/\\(?:mathbf|mathbb|mathcal|operatorname\*?|text|widehat|hat|bar|overline|tilde|mathrm)\s*\{?(\w+)\}?/g, "$1")
      .replace(/\\(?:l|r)?Vert\s*/g, "‖").replace(/\\(?:(?:left|right|bigl|bigr|quad)(?![a-z])|[,;!])\s*/g, " ")
      .replace(/\\([a-zA-Z]+)/g, (_, name) => LETTERS[name] ?? "").replace(/[{}\\]/g, "");
    return plain.length > 60 ? "…" : plain.replace(/\s+/g, " ").trim();
  }

  // The words of a page or of one of its sections, as one would read them aloud.
  Search.htmlToText = (html, anchor) => {
    const page = new DOMParser().parseFromString(html, "text/html");
    const article = page.querySelector("article.bd-article") ?? page.querySelector("[role=main]");
    if (!article) return "";
    const part = (anchor && page.getElementById(decodeURIComponent(anchor.slice(1)))) || article;
    part.querySelectorAll(".headerlink, .label-name, details.hide > summary, script, style, .toctree-wrapper, .cell_input, div.math, .fl-slider, h1")
      .forEach((element) => element.remove());
    part.querySelectorAll(".math").forEach((formula) => { formula.textContent = readable(formula.textContent); });
    return part.textContent.replace(/\s+/g, " ").trim();
  };

  // Three lines around the last of the words that is found; they begin and end where words do.
  Search.makeSearchSummary = (html, words, anchor) => {
    const text = Search.htmlToText(html, anchor);
    if (text === "") return null;
    const lower = text.toLowerCase();
    const found = [...words].map((word) => lower.indexOf(word.toLowerCase())).filter((at) => at > -1).at(-1) ?? 0;
    const before = found > 120 ? text.lastIndexOf(" ", found - 120) + 1 : 0;
    const after = before + 240 < text.length ? text.lastIndexOf(" ", before + 240) : text.length;
    const end = after > found ? after : text.length;
    const summary = Object.assign(document.createElement("p"), { className: "context" });
    summary.textContent = (before ? "… " : "") + text.slice(before, end) + (end < text.length ? " …" : "");
    return summary;
  };

  const escaped = (text) => text.replace(/[&<>]/g, (sign) => ({ "&": "&amp;", "<": "&lt;", ">": "&gt;" })[sign]);
  const withWords = (text, words) => words.every((word) => text.includes(word));

  // How well a name answers a query: 1 if it is the query, less for what is only a part of it.
  function match(name, query, words) {
    const lower = name.toLowerCase();
    if (lower === query || lower === `${query}s` || `${lower}s` === query) return 1;
    if (!withWords(lower, words)) return 0;
    const begins = new RegExp(`(^|[^\\p{L}])${query.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")}`, "u").test(lower);
    return (begins ? 0.8 : 0.5) * query.length / Math.max(lower.length, query.length);
  }

  function ours(query) {
    const words = query.split(/\s+/).filter(Boolean);
    const { filenames, docnames, titles, alltitles } = Search._index;
    const file = Object.fromEntries(docnames.map((name, i) => [name, filenames[i]]));
    const found = [];
    for (const [kind, worth] of [["terms", 1000], ["labels", 600]]) {
      for (const { name, page, anchor, says } of Search.places?.[kind] ?? []) {
        const score = match(name, query, words);
        if (score > (kind === "labels" ? 0.45 : 0.3)) {
          found.push([page, escaped(name), `#${anchor}`, escaped(says), worth * score, file[page]]);
        }
      }
    }
    for (const [title, places] of Object.entries(alltitles)) {
      const score = match(title, query, words);
      if (!score) continue;
      for (const [i, id] of places) {
        if (LAST.test(docnames[i]) || /^(exercises?|solution|summary|the assignment)/i.test(title)) continue;
        const whole = titles[i].endsWith(title);
        const name = title.trim().replace(/^\((.*)\)$/, "$1");  // of a proposition or an exercise
        found.push([docnames[i], whole ? titles[i] : `${titles[i]} › ${name}`, id === null ? "" : `#${id}`, null,
          200 + 300 * score + (whole ? 50 : 0), filenames[i]]);
      }
    }
    return found;
  }

  const theirs = Search._performSearch;
  Search._performSearch = (query, ...parsed) => {
    const asked = query.toLowerCase().trim();
    const mine = ours(asked);
    const taken = new Set(mine.map(([page, , anchor]) => page + anchor));
    const exact = mine.some(([, , , , score]) => score >= 600) && /-/.test(asked);
    const others = exact ? [] : theirs(query, ...parsed).filter(([page, , anchor]) => !taken.has(page + anchor));
    const homes = new Set(mine.map(([page]) => page));  // the chapter that defines a term speaks of it most
    for (const result of others) {
      const [page, , , described] = result;
      if (homes.has(page)) result[4] += 50;
      result[4] += described !== null ? -200 : LAST.test(page) ? -100 : 100;  // described: a name of the package
    }
    return [...mine, ...others].sort((a, b) => a[4] - b[4] || b[1].localeCompare(a[1]));
  };
})();
