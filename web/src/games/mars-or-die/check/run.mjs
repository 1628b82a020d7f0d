// Compares what the page measures with what the rules measured: node run.mjs positions.json
// tests/games/mars_or_die/test_chart.py makes the file and runs this.
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { build } from "rolldown";

const folder = await mkdtemp(join(tmpdir(), "measure-"));
try {
  const file = join(folder, "check.mjs");
  await build({
    input: fileURLToPath(new URL("measure.ts", import.meta.url)),
    output: { file, format: "esm" },
    logLevel: "warn",
  });
  const { differences } = await import(pathToFileURL(file).href);
  const found = differences(JSON.parse(await readFile(process.argv[2], "utf8")));
  for (const line of found.slice(0, 40)) console.log(line);
  console.log(found.length ? `${found.length} differences` : "the page measures as the rules do");
  process.exitCode = found.length ? 1 : 0;
} finally {
  await rm(folder, { recursive: true });
}
