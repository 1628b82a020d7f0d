// Pictures of boards from the gallery (run `python web/fixtures.py` first).
//   npm run shoot -- red-dust [moment ...]   /tmp/shots/<game>/<moment>-<size>-<theme>.png (SHOTS=folder changes that)
//   npm run shoot -- --docs                  the pictures of the README: docs/images/*.jpg
import { existsSync, mkdirSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { chromium } from "playwright-core";
import { createServer } from "vite";

const SIZES = { wide: [1440, 900], tablet: [820, 1180], phone: [400, 860] };
// Picture, game, moment, size, theme.
const DOCS = [
  ["red-dust", "red-dust", "middle", "wide", "light"],
  ["red-dust-phone", "red-dust", "middle", "phone", "dark"],
  ["surface-combat", "surface-combat", "middle", "wide", "light"],
  ["space-combat", "space-combat", "middle", "wide", "dark"],
  ["mars-or-die", "mars-or-die", "first", "wide", "light"],
  ["rogue-trooper", "rogue-trooper", "middle", "wide", "light"],
  ["rogue-trooper-night", "rogue-trooper", "middle", "wide", "dark"],
];
const words = process.argv.slice(2);
if (!words.length) {
  console.error("npm run shoot -- <game> [moment ...]   or   npm run shoot -- --docs");
  process.exit(2);
}

const here = fileURLToPath(new URL(".", import.meta.url));
const server = await createServer({ server: { port: 0, hmr: false, watch: null }, logLevel: "error" });
await server.listen();
const base = `http://localhost:${server.httpServer.address().port}`;
// The browsers that the tests use, too.
const BROWSERS = ["chromium-headless-shell", "chromium", "chromium-browser", "google-chrome"].map((name) => `/usr/bin/${name}`);
const executablePath = process.env.CHROMIUM ?? BROWSERS.find(existsSync);
if (!executablePath) {
  console.error("No browser was found: `python -m tests.services` installs one, and CHROMIUM=/path names another.");
  process.exit(1);
}
const browser = await chromium.launch({ executablePath, args: ["--no-sandbox"] });
let faults = 0;

async function open(size, theme, name) {
  const [width, height] = SIZES[size];
  const page = await browser.newPage({ viewport: { width, height }, reducedMotion: "reduce", colorScheme: theme, hasTouch: size === "phone" });
  page.on("console", (said) => said.type() === "error" && (faults++, console.error(`${name}: ${said.text()}`)));
  page.on("pageerror", (error) => (faults++, console.error(`${name}: ${error.message}`)));
  return page;
}

async function take(page, file) {
  await page.evaluate(() => document.fonts.ready);
  await page.screenshot(file.endsWith(".jpg") ? { path: file, type: "jpeg", quality: 88 } : { path: file });
  console.log(file);
  await page.close();
}

async function board(game, moment, size, theme, file, more = "") {
  const page = await open(size, theme, `${game} ${moment}`);
  await page.goto(`${base}/gallery.html?game=${game}&moment=${moment}&theme=${theme}&menu=no${more}`);
  await page.waitForSelector("main.table", { timeout: 60000 });
  await take(page, file);
}

async function lobby(file) {
  const page = await open("wide", "light", "lobby");
  const games = readFileSync(join(here, "fixtures/games.json"), "utf8");
  await page.route("**/api/**", (route) => {
    const body = route.request().url().includes("/api/games") ? games : route.request().url().endsWith("/api/me") ? "null" : "[]";
    return route.fulfill({ contentType: "application/json", body });
  });
  await page.goto(base);
  await page.waitForSelector("[data-game]", { timeout: 60000 });
  await take(page, file);
}

try {
  if (words[0] === "--docs") {
    const out = process.env.SHOTS ?? join(here, "../docs/images");
    mkdirSync(out, { recursive: true });
    await lobby(join(out, "lobby.jpg"));
    for (const [name, game, moment, size, theme] of DOCS) await board(game, moment, size, theme, join(out, `${name}.jpg`), "&live=yes");
  } else {
    const [game, ...moments] = words;
    const out = join(process.env.SHOTS ?? join(tmpdir(), "shots"), game);
    mkdirSync(out, { recursive: true });
    const names = moments.length ? moments : await (await fetch(`${base}/fixtures/${game}/index.json`)).json();
    for (const [i, moment] of names.entries()) {
      for (const size of Object.keys(SIZES)) {
        for (const theme of ["light", "dark"]) {
          // All sizes for one moment (or those asked for), the wide light one for the others.
          if (!moments.length && i !== Math.min(2, names.length - 1) && (size !== "wide" || theme !== "light")) continue;
          await board(game, moment, size, theme, join(out, `${moment}-${size}-${theme}.png`));
        }
      }
    }
  }
} finally {
  await browser.close();
  await server.close();
}
process.exit(faults ? 1 : 0);
