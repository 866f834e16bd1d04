// What the panel asks our part of the Jupyter server; every failure becomes one sentence.

const SILENT = "The Jupyter server does not answer. Is the terminal in which you started it still open?";
const UNKNOWN = "The server did not understand the panel. Try again";
const LOGGED_OUT = "You are logged out. Log in, in another tab, and try again";

/** What went wrong, in words for the student; with `reload`, that may help if nothing gets lost. */
export class Sorry extends Error {
  constructor(words, { reload = false } = {}) {
    super(words);
    this.reload = reload;
  }
}

export class Server {
  constructor(settings, makeRequest) {
    this.settings = settings;
    this.makeRequest = makeRequest;
  }

  /** What a notebook asks for. */
  assignment(path) {
    return this.ask("assignment", path);
  }

  /** Run the checks; `told` hears how far they are. */
  check(path, told) {
    return this.ask("check", path, { method: "POST" }, told);
  }

  stop(path) {
    return this.ask("check", path, { method: "DELETE" });
  }

  /** What would be handed in. */
  look(path) {
    return this.ask("submission", path);
  }

  handIn(path, student) {
    return this.ask("submission", path, { method: "POST", body: JSON.stringify({ student }) });
  }

  /** Where a file of the server can be downloaded. */
  file(path) {
    const steps = path.split("/").map(encodeURIComponent).join("/");
    return `${this.settings.baseUrl}files/${steps}?download=1`;
  }

  async ask(place, path, init = {}, told = () => {}) {
    const url = `${this.settings.baseUrl}flcourse/${place}?path=${encodeURIComponent(path)}`;
    let answer, words;
    try {
      answer = await this.makeRequest(url, init, this.settings);
      words = await lines(answer, told);
    } catch (error) {
      console.warn("flcourse-panel:", error);
      throw new Sorry(SILENT);
    }
    if (words?.sorry) {
      throw new Sorry(words.sorry);
    }
    if (!answer.ok || !words) {
      throw new Sorry(answer.status === 403 ? LOGGED_OUT : UNKNOWN, { reload: true });
    }
    return words.result ?? words;
  }
}

/** Read lines of JSON as they come; hand on what is progress, return the last of the others. */
async function lines(answer, told) {
  const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  let last = null;
  for (;;) {
    const { value, done } = await reader.read();
    const pieces = (rest + (value ?? "")).split("\n");
    rest = done ? "" : pieces.pop();
    for (const piece of pieces.filter(text => text.trim())) {
      const words = parsed(piece);
      if (words?.progress) {
        told(words.progress);
      } else {
        last = words;
      }
    }
    if (done) {
      return last;
    }
  }
}

function parsed(text) {
  try {
    return JSON.parse(text);
  } catch {
    return null; // a page of a proxy, for instance
  }
}
