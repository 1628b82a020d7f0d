// A dotted outline around a thing on the board, in the colour of the side that changed it.

const SVG = "http://www.w3.org/2000/svg";
/** How far outside the thing the outline runs, in units of the drawing, where the thing has no edge to follow. */
const OUTSIDE = 2;

/** As an attachment of a thing: {@attach dotted(colour)}. It follows the shape with class "edge", or frames the whole thing. */
export const dotted = (colour: string) => (thing: Element) => {
  const edge = thing.querySelector(".edge");
  const line = edge ? copyOf(edge) : frame(thing as SVGGraphicsElement);
  // A thing may change its shape while it is marked.
  const watch = new MutationObserver(() => reshape(line, edge!));
  if (edge) watch.observe(edge, { attributes: true, attributeFilter: SHAPE });
  line.setAttribute("class", "mark");
  line.setAttribute("aria-hidden", "true");
  line.setAttribute("style", `--by: ${colour}`);
  return () => {
    watch.disconnect();
    line.remove();
  };
};

/** What makes up the shape of an element. */
const SHAPE = ["d", "points", "transform", "x", "y", "width", "height", "cx", "cy", "r", "rx", "ry"];

function reshape(line: Element, edge: Element): void {
  for (const name of SHAPE) {
    const value = edge.getAttribute(name);
    if (value === null) line.removeAttribute(name);
    else line.setAttribute(name, value);
  }
}

function copyOf(edge: Element): Element {
  const copy = edge.cloneNode(false) as Element;
  for (const name of ["id", "fill", "stroke", "stroke-width", "stroke-dasharray", "filter", "opacity"]) copy.removeAttribute(name);
  edge.after(copy);
  return copy;
}

function frame(thing: SVGGraphicsElement): Element {
  const { x, y, width, height } = thing.getBBox();
  const rect = document.createElementNS(SVG, "rect");
  const sides = { x: x - OUTSIDE, y: y - OUTSIDE, width: width + 2 * OUTSIDE, height: height + 2 * OUTSIDE, rx: 3 };
  for (const [name, value] of Object.entries(sides)) rect.setAttribute(name, String(value));
  thing.append(rect);
  return rect;
}
