// The plugin: a button and a command *Check*, and the panel beside the notebook.

import { Panel } from "./panel.js";
import { Server } from "./server.js";

const CHECK = "flcourse:check";
const HAND_IN = "flcourse:hand-in";
const OPEN = "rendermime:handle-local-link";
const KEYS = ["Accel Shift Enter"];
const PAGE = /\/files\/((?:.*\/)?book\/[\w-]+\.md)$/; // of formulas, in a course folder
const NARROW = 1100; // pixels of a window in which two sidebars leave no room for a notebook

/** Make the plugin from the modules of the application. */
export async function plugin(provided) {
  const [application, notebook, apputils, services, widgets, icons, mime] = await Promise.all(
    ["@jupyterlab/application", "@jupyterlab/notebook", "@jupyterlab/apputils", "@jupyterlab/services",
      "@lumino/widgets", "@jupyterlab/ui-components", "@jupyterlab/rendermime"].map(provided),
  );
  const icon = new icons.LabIcon({ name: "flcourse:check", svgstr: ICON });

  function activate(app, tracker, rendermime, palette, restorer) {
    style();
    const settings = app.serviceManager.serverSettings;
    const server = new Server(settings, services.ServerConnection.makeRequest);
    const draws = (text, host) => draw(rendermime, mime.MimeModel, widgets.Widget, text, host);
    const inLab = app.name === "JupyterLab";
    const opens = inLab
      ? (path, id = "") => app.commands.execute(OPEN, { path, id })
      : above(app.serviceManager.contents, apputils, widgets.Widget, draws);
    const panel = new Panel(server, { go: place => go(app, place), draws, opens });
    const side = sidebar(widgets.Widget, panel, icon);
    if (inLab) {
      side.node.style.minWidth = "320px"; // Notebook 7 would cut what does not fit
    }
    const current = () => tracker.currentWidget;
    const isOne = () => Boolean(current() && isAssignment(current()));

    app.shell.add(side, "right", { rank: 150 });
    makeRoom(app.shell, side);
    restorer?.add(side, side.id); // open again, if it was open when JupyterLab was left
    tracker.currentChanged.connect(() => show(panel, current(), app));
    tracker.widgetAdded.connect((_, opened) => {
      opened.context.ready.then(() => {
        button(opened, apputils.ToolbarButton, icon, app.commands);
        writes(opened.content);
        if (opened === current()) {
          show(panel, opened, app);
        }
      });
    });
    for (const [id, label, act] of [
      [CHECK, "Check the assignment", () => panel.check()],
      [HAND_IN, "Hand in the assignment", () => panel.handIn()],
    ]) {
      app.commands.addCommand(id, {
        label,
        icon,
        isEnabled: isOne,
        execute: async () => {
          show(panel, current(), app);
          if (window.innerWidth < NARROW) {
            app.shell.collapseLeft();
          }
          app.shell.activateById(side.id);
          await act();
        },
      });
      palette?.addItem({ command: id, category: "Assignment" });
    }
    app.commands.addKeyBinding({ command: CHECK, keys: KEYS, selector: ".jp-NotebookPanel" });
  }

  return {
    id: "flcourse-panel:plugin",
    description: "Checks an assignment and hands it in.",
    autoStart: true,
    requires: [notebook.INotebookTracker, mime.IRenderMimeRegistry],
    optional: [apputils.ICommandPalette, application.ILayoutRestorer],
    activate,
  };
}

/** Fold up the left sidebar when a window becomes too narrow for it beside the panel; who opens it
 * again there keeps it. */
function makeRoom(shell, side) {
  const narrow = window.matchMedia(`(max-width: ${NARROW - 1}px)`);
  narrow.addEventListener("change", () => {
    if (narrow.matches && side.isVisible) {
      shell.collapseLeft();
    }
  });
}

/** Whether a notebook holds tasks: cells that carry labels of nbgrader. */
function isAssignment(opened) {
  return cells(opened).some(cell => cell.getMetadata("nbgrader")?.grade);
}

/** The cells of a notebook; none once it is closed. */
function cells(opened) {
  return [...(opened.content.model?.cells ?? [])];
}

/** Put the button into the toolbar of an assignment, and of no other notebook. */
function button(opened, ToolbarButton, icon, commands) {
  if (isAssignment(opened)) {
    const tooltip = "Run all checks in a fresh kernel (Ctrl Shift Enter)";
    const onClick = () => commands.execute(CHECK);
    const made = new ToolbarButton({ label: "Check", icon, tooltip, onClick });
    made.addClass("flc-toolbar-button");
    behindSave(opened, made, 50);
  }
}

/** Put it behind *Save*, for what stands last hides in a narrow window; the toolbar is filled after
 * the notebook is there, so that is tried some times. */
function behindSave(opened, made, times) {
  const { toolbar } = opened;
  if (made.isDisposed || toolbar.isDisposed || toolbar.insertAfter("save", "flcourse-check", made)) {
    return;
  }
  if (times) {
    setTimeout(() => behindSave(opened, made, times - 1), 100);
  } else {
    toolbar.insertItem(1, "flcourse-check", made); // somebody has taken *Save* away
  }
}

/** Let a double-click on a text open it for writing; by itself JupyterLab shows only its source, and
 * takes the keys that are typed then for commands. */
function writes(content) {
  content.node.addEventListener("dblclick", () => setTimeout(() => {
    const cell = content.activeCell;
    if (cell?.model.type === "markdown" && !cell.rendered && !cell.readOnly) {
      content.mode = "edit";
    }
  })); // behind what JupyterLab does
}

/** Tell the panel which notebook it stands beside. */
function show(panel, opened, app) {
  const one = opened && opened.context.isReady && isAssignment(opened) ? opened : null;
  panel.show(one && {
    key: opened.id,
    opened,
    path: () => app.serviceManager.contents.localPath(opened.context.path),
    moved: opened.context.pathChanged,
    changed: opened.context.model.contentChanged,
    text: () => cells(opened).map(cell => cell.sharedModel.getSource()).join("\0"),
    save: () => save(opened.context),
    unsaved: () => opened.context.model.dirty,
  });
}

/** Save; say whether it is saved, and if not, whether a person has kept Jupyter from it: it asks
 * where the file has changed on disk. */
async function save(context) {
  try {
    await context.save();
    return { saved: !context.model.dirty, asked: false };
  } catch (error) {
    console.warn("flcourse-panel:", error);
    return { saved: false, asked: error?.name === "ModalCancelError" };
  }
}

/** Lead from a task to its cell, or back from the panel to the notebook. */
function go(app, { opened, task }) {
  const index = cells(opened).findIndex(cell => cell.getMetadata("nbgrader")?.grade_id === task);
  app.shell.activateById(opened.id);
  if (index >= 0) {
    const { content } = opened;
    const cell = content.widgets[index];
    content.activeCellIndex = index;
    // Whoever comes to an answer comes to write: their keys are no commands, also in a text.
    if (!cell.readOnly) {
      if (cell.model.type === "markdown") cell.rendered = false;
      content.mode = "edit";
    }
    content.scrollToCell(cell, "start");
  }
  opened.content.activate();
}

/** Draw Markdown with its formulas, as Jupyter draws a text cell. */
async function draw(rendermime, MimeModel, Widget, text, host) {
  const type = "text/markdown";
  const renderer = rendermime.createRenderer(type);
  Widget.attach(renderer, host); // formulas are set only in a page
  await renderer.renderModel(new MimeModel({ data: { [type]: text }, trusted: false }));
}

/** Open pages of formulas over the notebook: Notebook 7 has no place beside it, and would show the
 * Markdown as text. */
function above(contents, { Dialog }, Widget, draws) {
  let shown = null;

  async function opens(path, id = "") {
    const page = await contents.get(path, { type: "file", format: "text", content: true });
    shown?.dialog.dispose();
    const body = new Widget();
    body.addClass("flc-page");
    body.node.tabIndex = 0; // to scroll it by keyboard
    const buttons = [Dialog.okButton({ label: "Close" })];
    const focusNodeSelector = ".flc-page";
    const dialog = new Dialog({ title: "From the book", body, buttons, focusNodeSelector });
    shown = { dialog, folder: path.replace(/[^/]*$/, "") };
    const attached = new Promise(done => {
      body.onAfterAttach = done;
    });
    dialog.launch().catch(() => {}); // another page has taken its place
    await attached;
    await draws(page.content, body.node);
    const place = id && body.node.querySelector(`[data-jupyter-id="${CSS.escape(id.slice(1))}"]`);
    (place || body.node).scrollIntoView();
  }

  document.addEventListener("click", event => {
    const link = event.target.closest?.("a");
    const [path, id] = leads(link, shown?.folder ?? "");
    if (path) {
      event.preventDefault();
      event.stopPropagation();
      opens(path, id);
    }
  }, { capture: true }); // before Jupyter's own
  return opens;
}

/** The page of formulas that a link names, and the place in it; nothing for other links. A link in
 * such a page lies beside it, in the `folder`. */
function leads(link, folder) {
  const from = link?.closest(".flc-page") ? new URL(`/files/${folder}`, location) : location;
  const { pathname, hash } = new URL(link?.getAttribute("href") ?? "", from);
  const file = decodeURIComponent(pathname).match(PAGE);
  return file ? [file[1], hash] : [];
}

function sidebar(Widget, panel, icon) {
  const side = new Widget({ node: panel.node });
  side.id = "flcourse-panel";
  side.title.icon = icon;
  side.title.caption = "Check and hand in";
  side.onActivateRequest = () => panel.focus();
  return side;
}

function style() {
  const link = document.createElement("link");
  link.rel = "stylesheet";
  link.href = new URL("panel.css", import.meta.url).href;
  document.head.append(link);
}

const ICON = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24" width="16">
  <path class="jp-icon3" fill="#616161" d="M12 2a10 10 0 1 0 0 20 10 10 0 0 0 0-20zm0 2a8 8 0 1 1 0
  16 8 8 0 0 1 0-16zm4.6 4.2-6.1 6.2-3-3-1.4 1.4 4.4 4.4 7.5-7.6z"/></svg>`;
