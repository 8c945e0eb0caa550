type Corner = readonly [longitude: number, latitude: number];

/**
 * South Africa in some forty corners, with the coast slightly out at sea. Only used to refuse places clearly outside.
 */
const border: readonly Corner[] = [
  ...([
    [16.3, -28.6],
    [17.4, -28.7],
    [19, -28.95],
    [20, -28.4],
    [20, -24.77],
    [20.8, -26.8],
    [22.2, -26.2],
  ] as const),
  ...([
    [22.7, -25.4],
    [24.7, -25.8],
    [25.6, -25.6],
    [26.4, -24.6],
    [27, -23.6],
    [28.3, -22.6],
    [29.4, -22.1],
  ] as const),
  ...([
    [31.3, -22.35],
    [31.55, -23.5],
    [32, -24.5],
    [31.97, -25.95],
    [31.4, -25.7],
    [31, -26.3],
    [30.8, -26.8],
  ] as const),
  ...([
    [31.2, -27.3],
    [32, -27.3],
    [32.1, -26.8],
    [33, -26.85],
    [32.9, -28.4],
    [31.5, -30],
    [29.7, -31.8],
  ] as const),
  ...([
    [28.1, -33.3],
    [25.8, -34.3],
    [22.2, -34.4],
    [20, -35],
    [18.1, -34.6],
    [18, -33],
    [17.7, -32.7],
  ] as const),
  ...([
    [18, -31.8],
    [16.7, -29.2],
  ] as const),
];
const lesotho: readonly Corner[] = [
  [27.1, -29.6],
  [28.7, -28.65],
  [29.4, -29.4],
  [29, -30],
  [28.1, -30.6],
  [27.4, -30.3],
];

/** Whether a point lies in the country. Callers pass a cell's centre, so that a whole cell gets one result. */
export const isInSouthAfrica = (latitude: number, longitude: number): boolean =>
  isInside(border, [longitude, latitude]) && !isInside(lesotho, [longitude, latitude]);

/** Even-odd rule: how many sides a line to the east crosses. */
function isInside(corners: readonly Corner[], [x, y]: Corner): boolean {
  let inside = false;
  corners.forEach(([x1, y1], index) => {
    const [x2, y2] = corners.at(index - 1) ?? [x1, y1];
    if (y1 > y !== y2 > y && x < ((x2 - x1) * (y - y1)) / (y2 - y1) + x1) inside = !inside;
  });
  return inside;
}
