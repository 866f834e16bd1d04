// Bundle vendor.js into one file, with the licences of all that is in it: npm ci && npm run build.
import { build } from "esbuild";
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { gzipSync } from "node:zlib";

const place = new URL("../../flcourse/grading/student/live/static/vendor/", import.meta.url).pathname;
mkdirSync(place, { recursive: true });
const { metafile } = await build({
  entryPoints: ["vendor.js"], outfile: `${place}jupyter.js`, bundle: true, minify: true, format: "esm",
  target: "es2022", metafile: true, legalComments: "none",
  define: { "process.env.NODE_ENV": '"production"', "process.env": "{}", global: "globalThis" },
  banner: { js: "// Built by tools/live/build.mjs from CodeMirror, JupyterLab and others; LICENSES.txt names them all." },
});

// Project Jupyter keeps one licence for all its packages, apart from them.
function shared(about) {
  if (!/^@(jupyterlab|lumino)\//.test(about.name)) throw Error(`${about.name} has no licence`);
  return readFileSync("jupyter-license.txt", "utf-8").trim();
}

const inside = Object.values(metafile.outputs)[0].inputs;
const packages = new Set(Object.entries(inside)
  .filter(([name, { bytesInOutput }]) => name.startsWith("node_modules/") && bytesInOutput)
  .map(([name]) => name.match(/^(?:.*node_modules\/)(?:@[^/]+\/)?[^/]+/)[0]));
const licences = [...packages].sort().map((folder) => {
  const about = JSON.parse(readFileSync(`${folder}/package.json`, "utf-8"));
  const file = readdirSync(folder).find((name) => /^licen[cs]e/i.test(name));
  const text = file && existsSync(`${folder}/${file}`)
    ? readFileSync(`${folder}/${file}`, "utf-8").trim() : shared(about);
  return `${about.name} ${about.version} (${about.license})\n\n${text}\n`;
});
writeFileSync(`${place}LICENSES.txt`, licences.join(`\n${"-".repeat(78)}\n\n`));
const size = gzipSync(readFileSync(`${place}jupyter.js`), { level: 9 }).length;
console.log(`${packages.size} packages, ${Math.round(size / 1024)} kB compressed`);
