/** A colour in OKLab: lightness 0 to 1, and two opponent axes. */
export interface OkLab {
  readonly lightness: number;
  readonly greenRed: number;
  readonly blueYellow: number;
}

const HEX = /^#[0-9a-f]{6}$/i;

/** Whether a text is a colour of the form #rrggbb. */
export function isHexColour(text: string): boolean {
  return HEX.test(text);
}

function toLinear(channel: number): number {
  return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
}

function fromLinear(channel: number): number {
  return channel <= 0.0031308 ? channel * 12.92 : 1.055 * channel ** (1 / 2.4) - 0.055;
}

/** Reads #rrggbb. Throws on anything else. Matrices: Ottosson, "A perceptual color space", 2020. */
export function toOkLab(hex: string): OkLab {
  if (!isHexColour(hex)) throw new RangeError('A colour must be #rrggbb');
  const channel = (start: number) => toLinear(Number.parseInt(hex.slice(start, start + 2), 16) / 255);
  const red = channel(1);
  const green = channel(3);
  const blue = channel(5);
  const long = Math.cbrt(0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue);
  const medium = Math.cbrt(0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue);
  const short = Math.cbrt(0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue);
  return {
    lightness: 0.2104542553 * long + 0.793617785 * medium - 0.0040720468 * short,
    greenRed: 1.9779984951 * long - 2.428592205 * medium + 0.4505937099 * short,
    blueYellow: 0.0259040371 * long + 0.7827717662 * medium - 0.808675766 * short,
  };
}

/** Writes #rrggbb; what the screen cannot show is clipped. */
export function toHex({ lightness, greenRed, blueYellow }: OkLab): string {
  const long = (lightness + 0.3963377774 * greenRed + 0.2158037573 * blueYellow) ** 3;
  const medium = (lightness - 0.1055613458 * greenRed - 0.0638541728 * blueYellow) ** 3;
  const short = (lightness - 0.0894841775 * greenRed - 1.291485548 * blueYellow) ** 3;
  const channels = [
    4.0767416621 * long - 3.3077115913 * medium + 0.2309699292 * short,
    -1.2684380046 * long + 2.6097574011 * medium - 0.3413193965 * short,
    -0.0041960863 * long - 0.7034186147 * medium + 1.707614701 * short,
  ];
  const bytes = channels.map((channel) => {
    const value = Math.round(fromLinear(Math.max(0, Math.min(1, channel))) * 255);
    return value.toString(16).padStart(2, '0');
  });
  return `#${bytes.join('')}`;
}

/** `from` with a share (0 to 1) of `to` in it; lightness and hue may take different shares. */
export function mixColours(from: string, to: string, share: number, lightnessShare = share): string {
  const start = toOkLab(from);
  const end = toOkLab(to);
  const blend = (low: number, high: number, part: number) => low + (high - low) * part;
  return toHex({
    lightness: blend(start.lightness, end.lightness, lightnessShare),
    greenRed: blend(start.greenRed, end.greenRed, share),
    blueYellow: blend(start.blueYellow, end.blueYellow, share),
  });
}

/** Chroma: 0 for greys, about 0.3 for the purest colour a screen shows. */
export function chromaOf({ greenRed, blueYellow }: OkLab): number {
  return Math.hypot(greenRed, blueYellow);
}

/**
 * `own` with a share of the hue of `light` in it, as colourful as before: mixed plainly, two lights of
 * opposite hue would end in mud. A grey light has no hue to give and changes little.
 */
export function leanTowards(own: string, light: string, share: number, lightnessShare: number): string {
  const start = toOkLab(own);
  const end = toOkLab(light);
  const startChroma = chromaOf(start);
  const endChroma = chromaOf(end);
  const given = share * Math.min(1, endChroma / 0.07);
  // The light counts as if it were as colourful as the colour it falls on, so that only hue is mixed.
  const boost = endChroma < 0.001 ? 0 : Math.max(startChroma, endChroma) / endChroma;
  const mixed = {
    lightness: start.lightness + (end.lightness - start.lightness) * lightnessShare,
    greenRed: start.greenRed * (1 - given) + end.greenRed * boost * given,
    blueYellow: start.blueYellow * (1 - given) + end.blueYellow * boost * given,
  };
  const floor = startChroma * 0.7;
  const chroma = chromaOf(mixed);
  const lift = chroma < 0.001 ? 1 : Math.max(1, floor / chroma);
  return toHex({ ...mixed, greenRed: mixed.greenRed * lift, blueYellow: mixed.blueYellow * lift });
}
