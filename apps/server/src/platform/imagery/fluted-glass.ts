import { linearGradient, num, paint, rectangle, type ViewBox } from './markup.ts';

/** How many rib-widths of the scene one rib of glass squeezes together. */
const SQUEEZE = 1.85;
/** Ribs overlap by this much (drawing units) so that no seam shows between them. */
const OVERLAP = 0.35;

/** A rib for each 14 CSS px, seven at least; pictures up to 64 CSS px wide have no glass. */
export function ribsFor(cssWidth: number): number {
  return cssWidth <= 64 ? 1 : Math.max(7, Math.round(cssWidth / 14));
}

export interface FlutedGlass {
  readonly defs: string;
  readonly body: string;
}

/**
 * The scene as seen through vertical ribs of glass. `scene` is markup wider than the view on both
 * sides; one rib or fewer leaves it as it is.
 */
export function throughGlass(
  scene: string,
  view: ViewBox,
  ribs: number,
  prefix: string,
  squeeze = SQUEEZE,
): FlutedGlass {
  if (ribs <= 1) return { defs: '', body: scene };
  const sceneId = `${prefix}scene`;
  const sheenId = `${prefix}sheen`;
  const ribWidth = view.width / ribs;
  const drawn = ribWidth + OVERLAP;
  let body = '';
  for (let rib = 0; rib < ribs; rib += 1) {
    const left = view.x + rib * ribWidth;
    const seenLeft = left + (ribWidth - ribWidth * squeeze) / 2;
    const place = `x="${num(left, 2)}" y="${num(view.y)}" width="${num(drawn, 2)}" height="${num(view.height)}"`;
    const seen = `${num(seenLeft, 2)} ${num(view.y)} ${num(drawn * squeeze, 2)} ${num(view.height)}`;
    body += `<svg ${place} viewBox="${seen}" preserveAspectRatio="none"><use href="#${sceneId}"/></svg>`;
  }
  // One repeating gradient over the whole pane stands for the dark and bright edge of every rib.
  const sheen = linearGradient(sheenId, {
    from: [view.x, 0],
    to: [view.x + ribWidth, 0],
    units: 'scene',
    repeat: true,
    stops: [
      [0, '#000', 0.34],
      [0.32, '#000', 0],
      [0.68, '#fff', 0.04],
      [0.92, '#fff', 0.18],
      [1, '#fff', 0.02],
    ],
  });
  body += rectangle(view.x, view.y, view.width, view.height, paint(sheenId));
  return { defs: `${sheen}<g id="${sceneId}">${scene}</g>`, body };
}
