const gapPx = 12;

interface Span {
  top: number;
  bottom: number;
}

/** The nearest position at or above `box` that covers none of `kept`; the top of the window if there is none. */
export function findFreePosition(box: Span, protectedSpans: readonly Span[], highest = gapPx): number {
  const height = box.bottom - box.top;
  let { top } = box;
  for (;;) {
    const hit = protectedSpans.filter((span) => span.top < top + height + gapPx && span.bottom > top - gapPx);
    if (hit.length === 0) return top;
    const next = Math.min(...hit.map((span) => span.top)) - gapPx - height;
    if (next < highest) return highest;
    top = next;
  }
}

const isBeside = (a: DOMRect, b: DOMRect) => a.right <= b.left || b.right <= a.left;

/**
 * Elements a toast must not cover: the focused control, invalid fields, head and buttons of an open sheet, and elements
 * that ask for it.
 */
function protectedBoxes(region: Element): DOMRect[] {
  const { activeElement } = document;
  const active = activeElement?.matches('a, button, input, select, textarea') ? activeElement : null;
  const wrong = document.querySelectorAll(
    '[aria-invalid="true"], dialog[open] :is([data-slot="sheet-head"], [data-slot="sheet-actions"]), [data-slot="toast-free"]',
  );
  return [...(active && !region.contains(active) ? [active] : []), ...wrong]
    .map((element) => (element.closest('[data-slot="field"]') ?? element).getBoundingClientRect())
    .filter(({ height, bottom, top }) => height > 0 && bottom > 0 && top < innerHeight);
}

/** Moves a shown toast up until it covers no protected element. */
export function positionToast(region: HTMLElement): void {
  region.style.translate = '';
  const box = region.getBoundingClientRect();
  const protectedSpans = protectedBoxes(region).filter((each) => !isBeside(box, each));
  const top = findFreePosition(box, protectedSpans);
  if (top !== box.top) region.style.translate = `0 ${Math.round(top - box.top)}px`;
}
