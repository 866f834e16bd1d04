// What JupyterLab and Notebook 7 load first: the container that their bootstrap.js asks for plugins.
//
// Written by hand, against the same contract that a bundler would keep: `init` receives the modules
// that the application shares, `get` answers with a factory of the module that is asked for.
(() => {
  const here = document.currentScript.src;
  let shared = {};

  /** The application's own copy of a module: the one in use, else the one that it brings. */
  async function provided(name) {
    const copies = Object.values(shared[name] ?? {});
    const copy = copies.find(one => one.loaded) ?? copies[0];
    if (!copy) {
      throw new Error(`flcourse-panel: this application does not share ${name}`);
    }
    copy.loaded = 1; // so that nobody replaces a copy that is in use
    const factory = await copy.get();
    return factory();
  }

  window._JUPYTERLAB ??= {};
  window._JUPYTERLAB["flcourse-panel"] = {
    init: scope => {
      shared = scope;
    },
    get: async () => {
      const { plugin } = await import(new URL("plugin.js", here));
      const module = { __esModule: true, default: await plugin(provided) };
      return () => module;
    },
  };
})();
