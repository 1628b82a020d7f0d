// Writes whose work is in the client: `licences.txt` with the licence of every package that the bundler put into it, and
// `.bundled.json` with the bundler's own list, which a test compares with it. A package without a licence stops the build.
import { existsSync, readFileSync, readdirSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import type { Plugin } from "vite";

const root = fileURLToPath(new URL(".", import.meta.url));
const FOLDER = "node_modules/";
const LICENCE = /^(licen[cs]e|copying)(\.(md|txt))?$/i;
// Tools append the licences of what they are built with; of that nothing gets into the client.
const OF_THE_TOOL_ITSELF = /\n#+ Licenses of bundled dependencies[\s\S]*/;

interface Work {
  name: string;
  version: string;
  licence: string;
  text: string;
}

export function licences(): Plugin {
  return {
    name: "sandtable:licences",
    apply: "build",
    generateBundle: {
      order: "post",
      handler(_, bundle) {
        const ids = new Set<string>();
        for (const part of Object.values(bundle)) {
          if (part.type === "chunk") part.moduleIds.forEach((id) => ids.add(id));
          else part.originalFileNames.forEach((name) => ids.add(join(root, name)));
        }
        // A style sheet is no longer part of a chunk by now.
        for (const id of this.getModuleIds()) if (/\.css($|\?)/.test(id)) ids.add(id);
        const listed = [...new Set([...ids].map(shortened))].sort();
        const works = new Map<string, Work>();
        for (const id of [...ids].sort()) {
          const folder = packageOf(id);
          if (folder && !works.has(folder)) works.set(folder, read(folder));
        }
        this.emitFile({ type: "asset", fileName: ".bundled.json", source: JSON.stringify(listed, null, 1) + "\n" });
        this.emitFile({ type: "asset", fileName: "licences.txt", source: told([...works.values()]) });
      },
    },
  };
}

/** A module as it is called on every machine. */
function shortened(id: string): string {
  if (id.startsWith("\0")) return id;
  const at = id.lastIndexOf(FOLDER);
  return at >= 0 ? id.slice(at) : relative(root, id);
}

/** The folder of the package a module comes from; null for our own. */
function packageOf(id: string): string | null {
  if (id.startsWith("\0")) return ofTool(id);
  const at = id.lastIndexOf(FOLDER);
  if (at < 0) return null;
  const parts = id.slice(at + FOLDER.length).split("/");
  return id.slice(0, at + FOLDER.length) + parts.slice(0, parts[0].startsWith("@") ? 2 : 1).join("/");
}

/** A module that is in no file is a piece of a tool's own: "\0vite/preload-helper.js". */
function ofTool(id: string): string {
  const name = id.slice(1).split(/[/:]/)[0];
  const require = createRequire(import.meta.url);
  // rolldown is a package of vite's, so it is looked up from there.
  const paths = [root, dirname(require.resolve("vite/package.json"))];
  for (const path of paths) {
    for (let at = path; at !== dirname(at); at = dirname(at)) {
      if (existsSync(join(at, FOLDER, name, "package.json"))) return join(at, FOLDER, name);
    }
  }
  throw new Error(`Whose work is the module ${JSON.stringify(id)}? No package is called ${name}.`);
}

function read(folder: string): Work {
  const data = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
  const file = readdirSync(folder).find((name) => LICENCE.test(name));
  if (!file) throw new Error(`${data.name} is in the client, but its package has no licence text.`);
  const text = readFileSync(join(folder, file), "utf8").replaceAll("\r\n", "\n").replace(OF_THE_TOOL_ITSELF, "").trim();
  return { name: data.name, version: data.version, licence: data.license ?? "see below", text };
}

function told(works: Work[]): string {
  works.sort((a, b) => (a.name < b.name ? -1 : 1));
  const parts = works.map((it) => `==== ${it.name} ${it.version} (${it.licence})\n\n${it.text}\n`);
  return [
    "Licences of others' work\n",
    "The pages of Sandtable contain the following works of others, fonts among them. Sandtable itself is under the MIT\n" +
      "licence. These are the works and the licences they came with.\n",
    ...parts,
  ].join("\n");
}
