// A picture of an ending, drawn by ourselves as SVG and made into a PNG by the browser: to keep, or to share.

import type { Ending } from "../types/wire";
import { count, DASHES, labelPlaces, path, scaleOf, SHAPES, shown, x, y } from "./chart";

const WIDTH = 1200;
const HEIGHT = 630;
const MAP = "'Barlow Condensed','Arial Narrow','Roboto Condensed',sans-serif";
const READ = "'Source Sans 3','Segoe UI','Helvetica Neue',Arial,sans-serif";

export interface Inks {
  page: string;
  panel: string;
  ink: string;
  muted: string;
  line: string;
  rust: string;
  /** Of the winner: its colour, and text on it. */
  colour: string;
  on: string;
}

const safe = (text: string): string => text.replace(/[&<>"]/g, (it) => `&#${it.charCodeAt(0)};`);

/** Lines of a text that is about so many letters wide. */
export function wrapped(text: string, letters: number): string[] {
  const lines: string[] = [];
  let line = "";
  for (const word of text.split(" ")) {
    if (line && `${line} ${word}`.length > letters) {
      lines.push(line);
      line = word;
    } else line = line ? `${line} ${word}` : word;
  }
  return line ? [...lines, line] : lines;
}

/** The picture as SVG text. Colours must be resolved: it knows no style sheet. */
export function svgOf(ending: Ending, headline: string, inks: Inks, curveColour: (seat: string | null, n: number) => string): string {
  const graph = ending.graphs[0];
  const parts: string[] = [];
  const say = (px: number, py: number, text: string, size: number, fill: string, more = "", font = READ) =>
    parts.push(`<text x="${px}" y="${py}" font-family="${font}" font-size="${size}" fill="${fill}" ${more}>${safe(text)}</text>`);
  parts.push(`<rect width="${WIDTH}" height="${HEIGHT}" fill="${inks.page}"/><rect width="${WIDTH}" height="190" fill="${inks.colour}"/>`);
  say(48, 52, ending.title, 26, inks.on, 'opacity="0.85"', MAP);
  say(48, 104, headline, 50, inks.on, 'font-weight="600"', MAP);
  wrapped(ending.sentence, 92).slice(0, 2).forEach((line, n) => say(48, 144 + 30 * n, line, 25, inks.on));
  if (graph) {
    const box = { left: 90, top: 250, width: 620, height: 280 };
    const scale = scaleOf(graph);
    const places = labelPlaces(graph, scale, box, 24);
    say(48, 228, graph.title, 24, inks.ink, 'font-weight="600"', MAP);
    for (const step of scale.steps) {
      const at = y(step, scale, box);
      parts.push(`<line x1="${box.left}" x2="${box.left + box.width}" y1="${at}" y2="${at}" stroke="${inks.line}"/>`);
      say(box.left - 10, at + 6, shown(step, graph), 18, inks.muted, 'text-anchor="end"', MAP);
    }
    ending.moments.forEach((moment, n) => {
      const at = x(moment.at, count(graph), box);
      parts.push(`<line x1="${at}" x2="${at}" y1="${box.top}" y2="${box.top + box.height}" stroke="${inks.rust}" stroke-dasharray="3 4"/>`);
      say(at, box.top + box.height + 22, `${n + 1}`, 18, inks.rust, 'text-anchor="middle" font-weight="600"', MAP);
    });
    graph.curves.forEach((curve, n) => {
      const line = path(curve, scale, box);
      parts.push(`<path d="${line}" fill="none" stroke="${inks.ink}" stroke-opacity="0.28" stroke-width="6"/>`);
      parts.push(`<path d="${line}" fill="none" stroke="${curveColour(curve.seat, n)}" stroke-width="4" stroke-dasharray="${DASHES[n % DASHES.length]}"/>`);
      say(box.left + box.width + 8, (places[n] ?? 0) + 6, `${SHAPES[n % SHAPES.length]} ${curve.label} ${shown(curve.values.at(-1) ?? 0, graph)}`, 19, inks.ink, "", MAP);
    });
  }
  let at = 240;
  const aside = graph ? 900 : 48;
  const write = (text: string, size = 19, fill = inks.ink) => {
    for (const line of wrapped(text, graph ? 31 : 100).slice(0, 2)) {
      if (at < 570) say(aside, at, line, size, fill);
      at += size + 6;
    }
  };
  for (const stop of ending.track) write(`${stop.won ? "✓" : "✗"} ${stop.title}`, 21);
  for (const score of ending.scores) if (score.text) write(ending.scores.length > 1 ? `${score.label}: ${score.text}` : score.text);
  at += 8;
  for (const fact of ending.facts.slice(0, 4)) write(`${fact.label}: ${fact.text}`, 18, inks.muted);
  say(48, 606, "Sandtable", 22, inks.muted, 'font-weight="600"', MAP);
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}" viewBox="0 0 ${WIDTH} ${HEIGHT}">${parts.join("")}</svg>`;
}

/** The picture as a PNG file. */
export async function pngOf(svg: string, name: string): Promise<File> {
  const image = new Image(WIDTH, HEIGHT);
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;
  await image.decode();
  const canvas = document.createElement("canvas");
  canvas.width = WIDTH;
  canvas.height = HEIGHT;
  canvas.getContext("2d")!.drawImage(image, 0, 0);
  const blob = await new Promise<Blob | null>((done) => canvas.toBlob(done, "image/png"));
  if (!blob) throw new Error("This browser could not draw the picture.");
  return new File([blob], name, { type: "image/png" });
}

/** Share the file where the system can; otherwise download it. Returns what was done. */
export async function give(file: File, text: string): Promise<"shared" | "saved" | "left"> {
  if (navigator.canShare?.({ files: [file] }) && matchMedia("(pointer: coarse)").matches) {
    try {
      await navigator.share({ files: [file], text });
      return "shared";
    } catch (error) {
      if (error instanceof DOMException && error.name === "AbortError") return "left";
    }
  }
  const url = URL.createObjectURL(file);
  const link = document.createElement("a");
  link.href = url;
  link.download = file.name;
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
  return "saved";
}

/** What a CSS colour is, once variables and mixtures are worked out. */
export function resolved(colour: string): string {
  const probe = document.createElement("span");
  probe.style.color = colour;
  document.body.append(probe);
  const found = getComputedStyle(probe).color;
  probe.remove();
  return found;
}
