// What the first page weighs, gzipped: everything a visitor of the lobby fetches. Fails above 150 KB.
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";

const LIMIT = 150 * 1024;
const root = process.env.SANDTABLE_STATIC ?? new URL("../src/sandtable/server/static", import.meta.url).pathname;
const weigh = (file) => {
  const data = readFileSync(join(root, file));
  return file.endsWith(".woff2") ? data.length : gzipSync(data, { level: 9 }).length;
};

const assets = readdirSync(join(root, "assets")).map((name) => `assets/${name}`);
const page = readFileSync(join(root, "index.html"), "utf8");
const named = [...page.matchAll(/(?:src|href)="\/([^"]+)"/g)].map((found) => found[1]);
const lobby = assets.filter((file) => /assets\/Lobby-/.test(file));
const wanted = new Set(["index.html", ...named, ...lobby]);
// What those import, and the fonts of their style sheets.
for (const file of wanted) {
  if (!/\.(js|css)$/.test(file)) continue;
  const text = readFileSync(join(root, file), "utf8");
  const imports = file.endsWith(".js")
    ? [...text.matchAll(/(?:from|import)\s*"\.\/([^"]+)"/g)].map((found) => `assets/${found[1]}`)
    : [...text.matchAll(/url\(\/?(?:assets\/)?([^)"']+)\)/g)].map((found) => `assets/${found[1].replace(/^\.\//, "")}`);
  for (const name of imports) if (assets.includes(name)) wanted.add(name);
}

let first = 0;
for (const file of [...wanted].sort()) {
  first += weigh(file);
  console.log(`${String(weigh(file)).padStart(8)}  ${file}`);
}
console.log(`${String(first).padStart(8)}  the first page (limit ${LIMIT})`);
for (const file of assets.filter((name) => !wanted.has(name))) console.log(`${String(weigh(file)).padStart(8)}  later: ${file}`);
process.exit(first > LIMIT ? 1 : 0);
