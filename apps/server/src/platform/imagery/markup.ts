/** One stop of a gradient: offset 0 to 1, colour, and opacity when it is not 1. */
export type Stop = readonly [offset: number, colour: string, opacity?: number];

/** A number in at most `digits` decimals, without trailing zeros. Throws when it is not finite. */
export function num(value: number, digits = 1): string {
  if (!Number.isFinite(value)) throw new RangeError('A picture came out with a number that is not finite');
  const rounded = Number(value.toFixed(digits));
  return String(Object.is(rounded, -0) ? 0 : rounded);
}

/** `x y`, for path data. */
export function point(x: number, y: number): string {
  return `${num(x)} ${num(y)}`;
}

function stopsMarkup(stops: readonly Stop[]): string {
  return stops
    .map(([offset, colour, opacity]) => {
      const alpha = opacity === undefined ? '' : ` stop-opacity="${num(opacity, 3)}"`;
      return `<stop offset="${num(offset, 3)}" stop-color="${colour}"${alpha}/>`;
    })
    .join('');
}

export interface LinearGradient {
  readonly from: readonly [x: number, y: number];
  readonly to: readonly [x: number, y: number];
  readonly stops: readonly Stop[];
  /** `box`: 0 to 1 of the shape painted (default). `scene`: the coordinates of the drawing. */
  readonly units?: 'box' | 'scene';
  /** Start again after `to` instead of holding the last colour. */
  readonly repeat?: boolean;
}

export function linearGradient(id: string, { from, to, stops, units = 'box', repeat }: LinearGradient): string {
  const space = units === 'scene' ? ' gradientUnits="userSpaceOnUse"' : '';
  const spread = repeat ? ' spreadMethod="repeat"' : '';
  const line = `x1="${num(from[0], 2)}" y1="${num(from[1], 2)}" x2="${num(to[0], 2)}" y2="${num(to[1], 2)}"`;
  return `<linearGradient id="${id}"${space}${spread} ${line}>${stopsMarkup(stops)}</linearGradient>`;
}

/** A gradient from the middle of the painted shape to its edge. */
export function radialGradient(id: string, stops: readonly Stop[]): string {
  return `<radialGradient id="${id}">${stopsMarkup(stops)}</radialGradient>`;
}

/**
 * A blur whose working area is given in drawing coordinates, because the default area costs time.
 * `screenColours` is a third faster; linear light (the default) keeps highlights bright. `opaque` is for
 * drawings that cover the whole area: the rasteriser blurs in emptiness from beyond the frame, which
 * would leave a pale border, and making every pixel opaque again takes it out.
 */
export function blurFilter(
  id: string,
  deviation: number,
  area: { width: number; height: number },
  { screenColours = false, opaque = false } = {},
): string {
  const margin = deviation * 3;
  const colours = screenColours ? ' color-interpolation-filters="sRGB"' : '';
  const box = `x="${num(-margin)}" y="${num(-margin)}" width="${num(area.width + margin * 2)}" height="${num(area.height + margin * 2)}"`;
  const whole = opaque
    ? '<feComponentTransfer><feFuncA type="linear" slope="0" intercept="1"/></feComponentTransfer>'
    : '';
  return `<filter id="${id}" filterUnits="userSpaceOnUse"${colours} ${box}><feGaussianBlur stdDeviation="${num(deviation, 2)}"/>${whole}</filter>`;
}

/** Paint reference to a gradient or filter by id. */
export function paint(id: string): string {
  return `url(#${id})`;
}

// Opacity goes on the fill, not on the shape: the rasteriser opens a full layer for each shape
// with `opacity`, which made a portrait four times as slow.
function opacityMarkup(opacity: number | undefined): string {
  return opacity === undefined ? '' : ` fill-opacity="${num(opacity, 2)}"`;
}

export function ellipse(x: number, y: number, rx: number, ry: number, fill: string, opacity?: number): string {
  return `<ellipse cx="${num(x)}" cy="${num(y)}" rx="${num(rx)}" ry="${num(ry)}" fill="${fill}"${opacityMarkup(opacity)}/>`;
}

export function rectangle(x: number, y: number, width: number, height: number, fill: string, opacity?: number): string {
  return `<rect x="${num(x, 2)}" y="${num(y)}" width="${num(width, 2)}" height="${num(height)}" fill="${fill}"${opacityMarkup(opacity)}/>`;
}

export function filledPath(data: string, fill: string, opacity?: number): string {
  return `<path d="${data}" fill="${fill}"${opacityMarkup(opacity)}/>`;
}

/** Where a drawing is looked at, in its own coordinates. */
export interface ViewBox {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** A whole SVG document of `width` by `height` pixels. */
export function svgDocument(
  size: { width: number; height: number },
  view: ViewBox,
  defs: string,
  body: string,
): string {
  const box = `${num(view.x)} ${num(view.y)} ${num(view.width)} ${num(view.height)}`;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${box}" width="${size.width}" height="${size.height}" preserveAspectRatio="xMidYMid slice"><defs>${defs}</defs>${body}</svg>`;
}
