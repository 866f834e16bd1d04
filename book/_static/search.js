// Search as readers mean it: a label or a term of the glossary leads to its definition, sections of
// chapters come before other pages, and the reference of the package comes last. Greek letters and
// their names find each other, and words that readers use find pages that use others. It changes
// methods of Sphinx's Search; `searchplaces.js`, written by book/_ext/places.py, knows
// labels and terms.
(() => {
  const LAST = /^(book\/(api|grading-report|errata|references|index)|genindex)$/;
  const LETTERS = { to: "→", infty: "∞", leftarrow: "←", rightarrow: "→", le: "≤", ge: "≥", ne: "≠", in: "∈", sum: "Σ", cdot: "·", times: "×",
    top: "ᵀ", emptyset: "∅", mid: "|", colon: ":", dots: "…", ldots: "…", otimes: "⊗", nabla: "∇", star: "*", mapsto: "↦",
    alpha: "α", beta: "β", gamma: "γ", delta: "δ", varepsilon: "ε", epsilon: "ε", eta: "η", theta: "θ", kappa: "κ",
    lambda: "λ", mu: "μ", nu: "ν", xi: "ξ", pi: "π", rho: "ρ", sigma: "σ", tau: "τ", phi: "φ", chi: "χ", psi: "ψ",
    omega: "ω", Lambda: "Λ", Sigma: "Σ", Delta: "Δ", Gamma: "Γ", Phi: "Φ", Omega: "Ω" };

  const GREEK = Object.fromEntries(Object.entries(LETTERS).filter(([, letter]) => /[α-ω]/.test(letter))
    .map(([name, letter]) => [letter, name]));
  const ASKING = new Set(["can", "do", "does", "find", "how", "my", "what", "when", "where", "which", "who", "why", "you"]);

  // Words that lead to a place: [page, place, its name, words by which a reader looks for it].
  Search.ways = [
    ["book/students", "#hand-in", "Hand in", "hand submit submission upload deadline due late lateness receipt zip assignment"],
    ["book/students", "#get", "Get", "get fetch download open assignment homework notebook"],
    ["book/students", "#check", "Check", "check checked my assignment answer"],
    ["book/students", "#windows", "Windows", "install installation windows python powershell"],
    ["book/students", "#macos", "macOS", "install installation macos mac apple python"],
    ["book/students", "#linux", "Linux", "install installation linux debian ubuntu python"],
    ["book/students", "#feedback", "Feedback", "feedback grades points returned assignment"],
    ["book/students", "#trying", "Trying", "download run open chapter notebook"],
    ["book/grading-report", "", "", "grader grading grades test checked right correct fair false reject accept"],
    ["book/instructors", "#chapter-slides", "Slides", "slides slide lecture deck presentation print"],
    ["book/students", "#reading", "Reading", "slides slide chapter"],
  ];

  // A text with names in place of Greek letters, in small letters: "λ" is found by "lambda".
  const spelled = (text) => text.toLowerCase().replace(/[α-ω]/g, (letter) => GREEK[letter] ?? letter);
  const lettered = (text) => text.replace(/[a-z]+/gi, (name) => LETTERS[name.toLowerCase()] in GREEK ? LETTERS[name.toLowerCase()] : name);

  // A formula within a line, as far as letters can say it; what they cannot becomes "…".
  function readable(tex) {
    const plain = said(tex);
    return plain.length > 60 ? "…" : plain;
  }

  function said(tex) {
    return tex.replace(/^\\[([]|\\[)\]]$/g, "")
      .replace(/\^\s*\{?\\top\}?/g, "ᵀ").replace(/\^\{([^{}]*\S\s+\S[^{}]*)\}/g, "^($1)").replace(/\\(?:wide)?hat\s*\{?(\w)\}?/g, "$1\u0302").replace(/\\bar\s*\{?(\w)\}?/g, "$1\u0304")
      .replace(/\\[td]?frac\s*(\{[^{}]*\}|\\[a-z]+|\w)\s*(\{[^{}]*\}|\\[a-z]+|\w)/g, "$1/$2")
      .replace(/\\(?:mathbf|mathbb|mathcal|operatorname\*?|text|widehat|hat|bar|overline|tilde|mathrm)\s*\{?(\w+)\}?/g, "$1")
      .replace(/\\(?:l|r)?Vert\s*/g, "‖").replace(/\\(?:(?:left|right|bigl|bigr|quad)(?![a-z])|[,;!])\s*/g, " ")
      .replace(/\\([a-zA-Z]+)/g, (_, name) => LETTERS[name] ?? "").replace(/[{}\\]/g, "")
      .replace(/\s+/g, " ").trim();
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

  const whole = (word) => new RegExp(`(?<!\\p{L})${word.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")}(?!\\p{L})`, "iu");
  let exactly = [];  // the words as they were typed, before Sphinx takes their endings

  // Three lines around the last of the words that is found; they begin and end where words do.
  Search.makeSearchSummary = (html, words, anchor) => {
    const text = Search.htmlToText(html, anchor);
    if (text === "") return null;
    const lower = text.toLowerCase();
    const found = [...exactly.map((word) => text.search(whole(word))), ...[...words].map((word) => lower.indexOf(word.toLowerCase()))];
    const at = found.slice(0, exactly.length).findLast((place) => place > -1) ?? found.findLast((place) => place > -1) ?? 0;
    const before = at > 120 ? text.lastIndexOf(" ", at - 120) + 1 : 0;
    const after = before + 240 < text.length ? text.lastIndexOf(" ", before + 240) : text.length;
    const end = after > at ? after : text.length;
    const summary = Object.assign(document.createElement("p"), { className: "context" });
    summary.textContent = (before ? "… " : "") + text.slice(before, end) + (end < text.length ? " …" : "");
    return summary;
  };

  const byWorth = (a, b) => a[4] - b[4] || b[1].localeCompare(a[1]);
  const escaped = (text) => text.replace(/[&<>]/g, (sign) => ({ "&": "&amp;", "<": "&lt;", ">": "&gt;" })[sign]);
  const starts = (text, word) => new RegExp(`(^|[^\\p{L}])${word.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")}`, "u").test(text);
  const withWords = (text, words) => words.every((word) => word.length > 2 ? text.includes(word) : starts(text, word));
  const telling = (words) => words.filter((word) => !stopwords.includes(word) && !ASKING.has(word));

  // How well a name answers a query: 1 if it is the query, less for what is only a part of it.
  function match(name, query, words) {
    const lower = spelled(name);
    if (lower === query) return 1;
    if (lower === `${query}s` || `${lower}s` === query) return 0.95;
    if (!withWords(lower, words)) return 0;
    return (starts(lower, query) ? 0.8 : 0.5) * query.length / Math.max(lower.length, query.length);
  }

  // Whether each word of a query that tells something is one that leads to a place.
  function leads(words, way) {
    const stemmer = new Stemmer(), stem = (word) => stemmer.stemWord(word);
    const known = new Set(way.split(" ").map(stem)), asked = telling(words);
    return asked.length > 0 && asked.every((word) => known.has(stem(word)));
  }

  function ours(query) {
    const words = query.split(/\s+/).filter(Boolean), telltale = telling(words);
    const { filenames, docnames, titles, alltitles } = Search._index;
    const number = Object.fromEntries(docnames.map((name, i) => [name, i]));
    const kinds = Object.fromEntries((Search.places?.labels ?? []).map(({ page, anchor, says }) => [`${page}#${anchor}`, says]));
    const found = [];
    const add = (page, title, anchor, says, score) => found.push([page, title, anchor, says, score, filenames[number[page]]]);
    for (const { name, page, anchor, says } of Search.places?.terms ?? []) {
      const score = match(name, query, words);
      const there = kinds[`${page}#${anchor}`]?.replace(/ in .*/, "").replace(/^./, (first) => first.toUpperCase());
      if (score > 0.3) add(page, escaped(name), `#${anchor}`, `${escaped(lettered(says))} · ${there ?? titles[number[page]]}`, 1000 * score);
    }
    // Nobody says "alg-gossip" who does not mean the label.
    for (const { name, page, anchor, says } of /^(eq|def|prop|thm|lem|alg|fig|ex)-/.test(query) ? Search.places?.labels ?? [] : []) {
      const score = match(name, query, words);
      if (score > 0.45) add(page, escaped(name), `#${anchor}`, escaped(says), 600 * score);
    }
    Search.ways.forEach(([page, anchor, name, way], place) => {
      const title = titles[number[page]];
      if (leads(words, way)) add(page, name ? `${title} › ${name}` : title, anchor, null, 570 - place);
    });
    for (const [title, places] of Object.entries(alltitles)) {
      const direct = match(title.trim().replace(/^\((.*)\)$/, "$1"), query, words);
      for (const [i, id] of places) {
        if (LAST.test(docnames[i]) || /^(exercises?|solution|summary|the assignment)/i.test(title)) continue;
        const chapter = titles[i].endsWith(title), exercise = id?.startsWith("ex-");
        // A section may have one word and its chapter the other.
        const both = spelled(`${titles[i]} ${title}`), part = (word) => starts(spelled(title), word);
        const score = direct || (telltale.length > 1 && telltale.some(part) && withWords(both, telltale) ? 0.2 : 0);
        if (!score) continue;
        const section = id !== null && !exercise && !/^(def|prop|thm|lem|alg|fig)-/.test(id);
        const name = said(title.trim().replace(/^\((.*)\)$/, "$1"));  // of a proposition or an exercise
        add(docnames[i], chapter ? titles[i] : `${titles[i]} › ${escaped(name)}`, id === null ? "" : `#${id}`, null,
          200 + 300 * score + (chapter ? 50 : 0) + (section ? 30 : 0) - (exercise ? 60 : 0));
      }
    }
    const best = {};  // one hit for each place
    for (const hit of found.sort((a, b) => b[4] - a[4])) best[hit[0] + hit[2]] ??= hit;
    return Object.values(best);
  }

  const theirs = Search._performSearch, parse = Search._parseQuery;

  // What Sphinx finds for the query, and for the query with Greek letters, or their names.
  function everySpelling(query, parsed) {
    const found = theirs(query, ...parsed), known = new Set(found.map(([page, , anchor]) => page + anchor));
    const lit = localStorage.getItem("sphinx_highlight_terms");
    for (const other of new Set([spelled(query), lettered(query)])) {
      if (other === query.toLowerCase() || other === query) continue;
      found.push(...theirs(...parse(other)).filter(([page, , anchor]) => !known.has(page + anchor) && known.add(page + anchor)));
    }
    localStorage.setItem("sphinx_highlight_terms", lit ?? "");
    return found;
  }

  Search._performSearch = (query, ...parsed) => {
    const asked = query.toLowerCase().trim();
    const mine = ours(spelled(asked));
    const taken = new Set(mine.map(([page, , anchor]) => page + anchor));
    const exact = mine.some(([, , , , score]) => score >= 600) && /-/.test(asked);
    const others = (exact ? [] : everySpelling(query, parsed)).filter(([page, , anchor]) => !taken.has(page + anchor));
    const homes = new Set(mine.map(([page]) => page));  // the chapter that defines a term speaks of it most
    for (const result of others) {
      const [page, , , described] = result;
      if (homes.has(page)) result[4] += 50;
      result[4] += described !== null ? -200 : LAST.test(page) ? -100 : 100;  // described: a name of the package
    }
    return [...mine, ...others].sort(byWorth);
  };

  // Sphinx's index knows "window" and not "windows": pages that have a word as it was typed come before those with its kin.
  Search.query = async (query) => {
    const [asked, terms, excluded, lit, objects] = Search._parseQuery(query);
    const results = Search._performSearch(asked, terms, excluded, lit, objects);
    exactly = [...lit];
    if (exactly.some((word) => !terms.has(word))) {
      const pages = [...new Set(results.filter(([, , anchor, says]) => anchor === "" && says === null).map(([page]) => page))];
      const exact = new Set();
      await Promise.all(pages.map(async (page) => {
        const html = await fetch(document.documentElement.dataset.content_root + page + DOCUMENTATION_OPTIONS.FILE_SUFFIX)
          .then((answer) => answer.text(), () => "");  // as when the book is read from a disk
        const text = html.slice(html.indexOf("bd-article")).replace(/<[^>]*>/g, " ");
        if (html === "" || exactly.every((word) => whole(word).test(text))) exact.add(page);
      }));
      for (const result of results) if (pages.includes(result[0]) && result[2] === "" && !exact.has(result[0])) result[4] -= 80;
      results.sort(byWorth);
    }
    // What a term or a label is belongs to its link: the list is watched, for Sphinx offers no other place.
    new MutationObserver(() => {
      for (const says of Search.output.querySelectorAll(":scope > li > a + span")) says.previousElementSibling.append(says);
    }).observe(Search.output, { childList: true });
    _displayNextItem(results, results.length, terms, lit);
  };
})();
