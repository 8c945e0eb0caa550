const columns = 2;
const rows = 3;

export interface RawPicture {
  /** Three bytes a pixel: red, green, blue. */
  data: Buffer;
  width: number;
  height: number;
}

/** Six average colours (#rrggbb) of a picture, two by three: all that a veil reveals of it. */
export function averageColours({ data, width, height }: RawPicture): string[] {
  const colours: string[] = [];
  for (let row = 0; row < rows; row += 1) {
    const top = Math.floor((row * height) / rows);
    const bottom = Math.max(top + 1, Math.floor(((row + 1) * height) / rows));
    for (let column = 0; column < columns; column += 1) {
      const left = Math.floor((column * width) / columns);
      const right = Math.max(left + 1, Math.floor(((column + 1) * width) / columns));
      colours.push(averageOf(data, width, { left, right, top, bottom }));
    }
  }
  return colours;
}

interface Box {
  left: number;
  right: number;
  top: number;
  bottom: number;
}

function averageOf(data: Buffer, width: number, { left, right, top, bottom }: Box): string {
  const sums = [0, 0, 0];
  for (let y = top; y < bottom; y += 1)
    for (let x = left; x < right; x += 1) {
      const at = (y * width + x) * 3;
      for (let channel = 0; channel < 3; channel += 1) sums[channel] = (sums[channel] ?? 0) + (data[at + channel] ?? 0);
    }
  const pixels = (right - left) * (bottom - top);
  const bytes = sums.map((sum) =>
    Math.round(sum / pixels)
      .toString(16)
      .padStart(2, '0'),
  );
  return `#${bytes.join('')}`;
}
