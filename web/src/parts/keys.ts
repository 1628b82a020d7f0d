// The arrow keys go from one thing that can be chosen to the next one in that direction.

const WAYS: Record<string, [number, number]> = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

export function towards(event: KeyboardEvent): void {
  const way = WAYS[event.key];
  const here = (event.target as Element).closest("[data-thing].lit");
  if (!way || !here || event.ctrlKey || event.metaKey || event.altKey) return;
  const [x, y] = middle(here);
  let best: { element: Element; far: number } | null = null;
  for (const element of document.querySelectorAll("[data-thing].lit")) {
    if (element === here) continue;
    const [dx, dy] = [middle(element)[0] - x, middle(element)[1] - y];
    const ahead = dx * way[0] + dy * way[1];
    const aside = Math.abs(dx * way[1]) + Math.abs(dy * way[0]);
    // What lies mostly to the side belongs to another key.
    if (ahead <= 1 || aside > ahead * 2) continue;
    const far = ahead + aside * 2;
    if (!best || far < best.far) best = { element, far };
  }
  event.preventDefault();
  event.stopPropagation();
  (best?.element as HTMLElement | SVGElement | undefined)?.focus();
}

function middle(element: Element): [number, number] {
  const box = element.getBoundingClientRect();
  return [box.left + box.width / 2, box.top + box.height / 2];
}
