// One kernel for one page, by JupyterLab's own client: it starts when first needed and ends with the page.
import { KernelConnection, kernels, ServerConnection } from "./vendor/jupyter.js";
import { CLOSED, GONE } from "./words.js";

const LOST = { gone: GONE, closed: CLOSED };
const DIED = "The kernel has died, perhaps for want of memory. A new one was started; run the cells above again.";
const STAYED = "The kernel has died and did not come back. Run the cells from the first: that starts a new one.";
const PATIENCE = { between: 3_000, answer: 10_000 }; // milliseconds

// Functions of ours in the kernel, without a name in the reader's namespace.
const ours = (module, name) => `__import__('flcourse.grading.student.live.${module}', fromlist=['']).${name}`;

// The token travels among a socket's protocols: an address would show it to logs.
const sealed = (token) => class extends WebSocket {
  constructor(url, protocols = []) {
    super(url, [...[protocols].flat(), `token.${token}`]);
  }
};

export class Kernel extends EventTarget {
  #token; #settings; #starting = null; #connection = null; #heard = 0; #deaths = 0;
  state = "none"; // none, starting, idle, busy, ended; without a server: gone, or closed to this page
  life = 1; // counts kernels and restarts: what ran in an earlier life is forgotten

  constructor(token) {
    super();
    this.#token = token;
    this.#settings = ServerConnection.makeSettings({
      baseUrl: `${location.origin}/`, wsUrl: `${location.origin.replace(/^http/, "ws")}/`,
      token, appendToken: false, WebSocket: sealed(token),
      init: { cache: "no-store", credentials: "omit" },
    });
    addEventListener("pagehide", () => this.#leave());
    setInterval(() => this.#look().catch(() => {}), 60_000); // without a server there is nothing to see
  }

  #tell(state) {
    if (state === this.state) return;
    this.state = state;
    this.dispatchEvent(new Event("state"));
  }

  #status(status) {
    this.#heard = performance.now();
    if (["autorestarting", "dead"].includes(status)) {
      this.life += 1;
      this.#deaths += 1;
    }
    if (status === "dead") this.#forget("ended");
    else this.#tell({ idle: "idle", busy: "busy" }[status] ?? "starting");
  }

  #forget(state) {
    this.#connection?.dispose();
    this.#connection = this.#starting = null;
    this.life += 1;
    this.#tell(state);
  }

  // Whether the server is there and knows this page; without it, a request would wait for ever.
  async #asked() {
    const headers = { Authorization: `token ${this.#token}` };
    const asking = fetch("/_live/may", { headers, cache: "no-store", signal: AbortSignal.timeout(PATIENCE.answer) });
    const answer = await asking.then((response) => response.json()).catch(() => null);
    if (answer?.may) return;
    const state = answer ? "closed" : "gone";
    this.#forget(state);
    throw Error(LOST[state]);
  }

  // Wait for the kernel, and look after its server in the meantime.
  #answered(work) {
    const deaths = this.#deaths;
    let timer;
    const lost = new Promise((_, no) => {
      timer = setInterval(() => this.#asked().catch(no), PATIENCE.between);
    });
    return Promise.race([work, lost]).catch((error) => {
      if (this.state in LOST) throw Error(LOST[this.state]);
      if (deaths === this.#deaths) throw error;
      throw Error(this.state === "ended" ? STAYED : DIED);
    }).finally(() => clearInterval(timer));
  }

  // The server says nothing when it ends a kernel that did nothing for long: ask.
  async #look() {
    if (!this.#connection || performance.now() - this.#heard < 30_000) return;
    const model = await kernels.getKernelModel(this.#connection.id, this.#settings);
    if (!model) this.#forget("ended");
  }

  async start() {
    await this.#asked();
    await this.#look();
    return this.#begin();
  }

  #begin() {
    this.#starting ??= this.#answered(this.#start()).catch((error) => {
      this.#forget(this.state in LOST ? this.state : "none");
      throw error;
    });
    return this.#starting;
  }

  async #start() {
    this.#tell("starting");
    const model = await kernels.startNew({ name: "python3" }, this.#settings);
    const connection = new KernelConnection({ model, serverSettings: this.#settings });
    this.#connection = connection;
    connection.statusChanged.connect((_, status) => this.#status(status));
    connection.connectionStatusChanged.connect((_, status) =>
      status === "connected" || this.#asked().catch(() => {})); // its state tells
    await connection.info;
  }

  // Run code and hand each message to `hear`; the answer is "ok", "error" or "abort".
  async run(code, hear) {
    await this.start();
    const future = this.#connection.requestExecute({ code, allow_stdin: false, stop_on_error: true });
    future.onIOPub = ({ header, content }) => hear(header.msg_type, content);
    return (await this.#answered(future.done)).content.status;
  }

  // Positions of the earlier cells that the last of these texts rests on, and which of them cannot be read.
  async needs(texts) {
    await this.start();
    const expression = `${ours("needs", "needs")}(${JSON.stringify(JSON.stringify(texts))})`;
    const order = { code: "", silent: true, store_history: false, user_expressions: { expression } };
    const { content } = await this.#answered(this.#connection.requestExecute(order).done);
    const said = content.user_expressions?.expression;
    if (said?.status !== "ok") throw Error(said?.evalue ?? "The kernel did not answer.");
    return JSON.parse(said.data["text/plain"]);
  }

  // A figure with a slider, drawn for one more value.
  slide(code, value, hear) {
    return this.run(`${ours("moving", "at")}(${JSON.stringify(code)}, ${value}, globals())`, hear);
  }

  async complete(code, cursor) {
    if (!this.#connection) return null;
    const reply = await this.#connection.requestComplete({ code, cursor_pos: cursor });
    return reply.content.status === "ok" ? reply.content : null;
  }

  async interrupt() {
    await this.#asked();
    await this.#connection?.interrupt();
  }

  async restart() {
    await this.#asked();
    this.life += 1;
    await this.#connection?.restart();
  }

  // A page that goes has no time to wait: the browser sends this after it.
  #leave() {
    if (!this.#connection) return;
    fetch(`/api/kernels/${this.#connection.id}`, {
      method: "DELETE", keepalive: true, headers: { Authorization: `token ${this.#token}` },
    });
    this.#forget("none");
  }
}
