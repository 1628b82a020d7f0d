// A picture of an ending, drawn by ourselves as SVG and made into a PNG by the browser: to keep, or to share.

import type { Ending, Graph } from "../types/wire";
import { count, DASHES, labelPlaces, path, scaleOf, SHAPES, shown, x, y } from "./chart";

const WIDTH = 1200;
const HEIGHT = 630;
const EDGE = 48;
/** No text beside the curves stands below this line. */
const FOOT = 606;
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

/** How wide a text is in a font of the page. */
export type Measure = (text: string, font: string) => number;

export function measure(): Measure {
  const pen = document.createElement("canvas").getContext("2d")!;
  return (text, font) => {
    pen.font = font;
    return pen.measureText(text).width;
  };
}

/** Lines of a text that are no wider than this; what does not fit into so many lines ends with dots. */
export function wrapped(text: string, width: number, most: number, wide: (text: string) => number): string[] {
  const lines: string[] = [];
  let line = "";
  for (const word of text.split(" ")) {
    const longer = line ? `${line} ${word}` : word;
    if (line && wide(longer) > width) {
      lines.push(line);
      line = word;
    } else line = longer;
  }
  if (line) lines.push(line);
  if (lines.length <= most) return lines;
  let last = lines[most - 1]!;
  while (last.includes(" ") && wide(`${last} …`) > width) last = last.slice(0, last.lastIndexOf(" "));
  return [...lines.slice(0, most - 1), `${last} …`];
}

/** The picture as SVG text. Colours must be resolved: it knows no style sheet. `faces` are the fonts it brings along. */
export function svgOf(ending: Ending, headline: string, inks: Inks, curveColour: (seat: string | null, n: number) => string, wide: Measure, faces = ""): string {
  const graph = ending.graphs[0];
  /** Where what stands beside the curves begins. */
  const left = graph ? 770 : EDGE;
  const parts: string[] = [];
  const say = (px: number, py: number, text: string, size: number, fill: string, more = "", font = READ) =>
    parts.push(`<text x="${px}" y="${py}" font-family="${font}" font-size="${size}" fill="${fill}" ${more}>${safe(text)}</text>`);
  parts.push(`<rect width="${WIDTH}" height="${HEIGHT}" fill="${inks.page}"/><rect width="${WIDTH}" height="182" fill="${inks.colour}"/>`);
  say(EDGE, 50, ending.title, 27, inks.on, 'font-weight="500" opacity="0.9"', MAP);
  say(EDGE, 104, headline, 54, inks.on, 'font-weight="600"', MAP);
  wrapped(ending.sentence, WIDTH - 2 * EDGE, 2, (it) => wide(it, `25px ${READ}`)).forEach((line, n) => say(EDGE, 140 + 28 * n, line, 25, inks.on));
  if (graph) drawCurves(graph);

  // Beside the curves: result, campaign, the moments that are marked on the curve, then facts, as far as all of it fits.
  let at = 224;
  function write(text: string, size = 19, fill = inks.ink, mark = "") {
    const indent = mark ? 30 : 0;
    const lines = wrapped(text, WIDTH - EDGE - left - indent, 2, (it) => wide(it, `${size}px ${READ}`));
    if (at + (lines.length - 1) * (size + 5) > FOOT) return;
    if (mark) {
      parts.push(`<circle cx="${left + 11}" cy="${at - 6}" r="11" fill="none" stroke="${inks.rust}" stroke-width="2"/>`);
      say(left + 11, at, mark, 17, inks.rust, 'text-anchor="middle" font-weight="600"', MAP);
    }
    for (const line of lines) {
      say(left + indent, at, line, size, fill);
      at += size + 5;
    }
    at += 3;
  }
  const title = (text: string) => {
    if (at + 30 > FOOT) return;
    at += 8;
    say(left, at, text, 23, inks.ink, 'font-weight="600"', MAP);
    at += 27;
  };
  for (const score of ending.scores) if (score.text) write(ending.scores.length > 1 ? `${score.label}: ${score.text}` : score.text, 20);
  for (const stop of ending.track) write(`${stop.title}: ${stop.won ? "won" : "lost"}`);
  if (graph && ending.moments.length) {
    title("Moments that decided it");
    ending.moments.forEach((moment, n) => write([moment.when, moment.text].filter(Boolean).join(". "), 18, inks.ink, `${n + 1}`));
  }
  at += 4;
  for (const fact of ending.facts.slice(0, 4)) write(`${fact.label}: ${fact.text}`, 18, inks.muted);
  say(EDGE, 608, "Sandtable", 23, inks.muted, 'font-weight="600"', MAP);
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}" viewBox="0 0 ${WIDTH} ${HEIGHT}">${faces && `<style>${faces}</style>`}${parts.join("")}</svg>`;

  function drawCurves(graph: Graph) {
    const box = { left: 92, top: 268, width: 586, height: 236 };
    const scale = scaleOf(graph);
    const places = labelPlaces(graph, scale, box, 22);
    say(EDGE, 224, graph.title, 25, inks.ink, 'font-weight="600"', MAP);
    for (const step of scale.steps) {
      const at = y(step, scale, box);
      parts.push(`<line x1="${box.left}" x2="${box.left + box.width}" y1="${at}" y2="${at}" stroke="${inks.line}"/>`);
      say(box.left - 10, at + 6, shown(step, graph), 19, inks.muted, 'text-anchor="end"', MAP);
    }
    ending.moments.forEach((moment, n) => {
      const at = x(moment.at, count(graph), box);
      parts.push(`<line x1="${at}" x2="${at}" y1="${box.top - 4}" y2="${box.top + box.height}" stroke="${inks.rust}" stroke-dasharray="3 4"/>`);
      parts.push(`<circle cx="${at}" cy="${box.top - 16}" r="11" fill="${inks.page}" stroke="${inks.rust}" stroke-width="2"/>`);
      say(at, box.top - 10, `${n + 1}`, 17, inks.rust, 'text-anchor="middle" font-weight="600"', MAP);
    });
    let key = EDGE;
    let row = box.top + box.height + 34;
    graph.curves.forEach((curve, n) => {
      const line = path(curve, scale, box);
      const shape = SHAPES[n % SHAPES.length]!;
      const colour = curveColour(curve.seat, n);
      parts.push(`<path d="${line}" fill="none" stroke="${inks.ink}" stroke-opacity="0.28" stroke-width="6"/>`);
      parts.push(`<path d="${line}" fill="none" stroke="${colour}" stroke-width="4" stroke-dasharray="${DASHES[n % DASHES.length]}"/>`);
      say(box.left + box.width + 8, (places[n] ?? 0) + 6, `${shape} ${shown(curve.values.at(-1) ?? 0, graph)}`, 19, inks.ink, "", MAP);
      const width = 52 + wide(`${shape} ${curve.label}`, `19px ${MAP}`);
      if (key + width > left - 30 && key > EDGE) [key, row] = [EDGE, row + 25];
      parts.push(`<line x1="${key}" x2="${key + 30}" y1="${row - 6}" y2="${row - 6}" stroke="${colour}" stroke-width="4" stroke-dasharray="${DASHES[n % DASHES.length]}"/>`);
      say(key + 38, row, `${shape} ${curve.label}`, 19, inks.ink, "", MAP);
      key += width + 14;
    });
  }
}

/** The page's own fonts, for a picture that has no style sheet. Without them it is drawn in those of the system. */
export async function fontFaces(): Promise<string> {
  const rules = [...document.styleSheets].flatMap((sheet) => [...sheet.cssRules]).filter((rule) => rule instanceof CSSFontFaceRule);
  const faces = rules.map(async (rule) => {
    const address = /url\("?([^")]+)"?\)/.exec(rule.style.getPropertyValue("src"))?.[1];
    if (!address) return "";
    const file = await (await fetch(new URL(address, rule.parentStyleSheet?.href ?? location.href))).blob();
    return rule.cssText.replace(/url\([^)]+\)/, `url(${await dataUrl(file)})`);
  });
  try {
    await document.fonts.ready;
    return (await Promise.all(faces)).join("");
  } catch {
    return "";
  }
}

const dataUrl = (file: Blob): Promise<string> =>
  new Promise((done, failed) => {
    const reader = new FileReader();
    reader.onload = () => done(String(reader.result));
    reader.onerror = () => failed(new Error("The font could not be read."));
    reader.readAsDataURL(file);
  });

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
