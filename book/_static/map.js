// The map of the first page: a slider over solutions that were computed when the book was built,
// and messages that travel along the edges. Who asked for less motion gets it on demand only.
(() => {
  const figure = document.getElementById("live-map");
  if (!figure) return;
  const { edges, colours, words, levels } = JSON.parse(figure.querySelector("script").textContent);
  const ALPHABET = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz-_";
  const [slider, said, button] = ["input", "output", "button"].map((name) => figure.querySelector(name));
  const stations = [...figure.querySelectorAll(".stations circle")];
  const places = stations.map((dot) => [Number(dot.getAttribute("cx")), Number(dot.getAttribute("cy"))]);
  const marker = figure.querySelector(".curve circle");
  const points = marker.dataset.points.split(" ").map((point) => point.split(","));
  const layer = figure.querySelector(".messages");
  const calm = matchMedia("(prefers-reduced-motion: reduce)");
  let level = [], messages = [], running = false, last = 0;

  // Nobody talks at α = 0; the more neighbours count, the more messages are on their way.
  const wanted = () => Math.round((90 * Number(slider.value)) / (levels.length - 1));

  function send(message) {
    const edge = edges[Math.floor(Math.random() * edges.length)];
    const [from, to] = Math.random() < 0.5 ? edge : [edge[1], edge[0]];
    const [a, b] = [places[from], places[to]];
    const pace = 26 / Math.max(Math.hypot(b[0] - a[0], b[1] - a[1]), 8);
    Object.assign(message, { from, a, b, pace, at: 0 });
    message.dot.setAttribute("fill", colours[level[from]]);
  }

  function crowd() {
    while (messages.length < wanted()) {
      const message = { dot: document.createElementNS("http://www.w3.org/2000/svg", "circle") };
      message.dot.setAttribute("r", "3");
      layer.append(message.dot);
      messages.push(message);
      send(message);
      message.at = Math.random();
    }
    messages.splice(wanted()).forEach(({ dot }) => dot.remove());
    place();
  }

  function place() {
    for (const { dot, a, b, at } of messages) {
      dot.setAttribute("cx", a[0] + (b[0] - a[0]) * at);
      dot.setAttribute("cy", a[1] + (b[1] - a[1]) * at);
    }
  }

  function show() {
    const state = Number(slider.value);
    level = [...levels[state]].map((letter) => ALPHABET.indexOf(letter));
    stations.forEach((dot, i) => dot.setAttribute("fill", colours[level[i]]));
    said.textContent = words[state];
    slider.setAttribute("aria-valuetext", words[state]);
    marker.setAttribute("cx", points[state][0]);
    marker.setAttribute("cy", points[state][1]);
    crowd();
  }

  function step(now) {
    if (!running) return;
    const passed = Math.min(now - last, 100) / 1000;
    last = now;
    for (const message of messages) {
      message.at += message.pace * passed;
      if (message.at >= 1) send(message);
    }
    place();
    requestAnimationFrame(step);
  }

  function run(yes) {
    running = yes;
    button.textContent = yes ? "Stop the messages" : "Let messages travel";
    if (yes) requestAnimationFrame((now) => { last = now; step(now); });
  }

  slider.addEventListener("input", show);
  button.addEventListener("click", () => run(!running));
  calm.addEventListener("change", () => run(!calm.matches));
  button.hidden = false;
  show();
  run(!calm.matches);
})();
