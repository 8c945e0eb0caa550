/** Reads the header that a browser's encoder announces. Throws `Error` for anything that is not baseline to high H.264. */

export interface PictureSize {
  width: number;
  height: number;
}

const highProfiles = new Set([100, 110, 122, 244]);

function bitsOf(bytes: Uint8Array) {
  let at = 0;
  const bit = (): number => {
    const byte = bytes[at >> 3];
    if (byte === undefined) throw new Error('the sequence parameters are cut off');
    const value = (byte >> (7 - (at & 7))) & 1;
    at += 1;
    return value;
  };
  const fixed = (count: number): number => {
    let value = 0;
    for (let index = 0; index < count; index += 1) value = value * 2 + bit();
    return value;
  };
  /** Exponential Golomb code. */
  const golomb = (): number => {
    let zeros = 0;
    while (bit() === 0) {
      zeros += 1;
      if (zeros > 31) throw new Error('a number of the sequence parameters is too large');
    }
    return 2 ** zeros - 1 + fixed(zeros);
  };
  return { bit, fixed, golomb };
}

/** Without the bytes that keep start codes out of a unit. */
function unescaped(unit: Uint8Array): Uint8Array {
  const plain: number[] = [];
  for (const [index, byte] of unit.entries())
    if (!(byte === 3 && unit[index - 1] === 0 && unit[index - 2] === 0)) plain.push(byte);
  return Uint8Array.from(plain);
}

/** Size of the picture in an AVCDecoderConfigurationRecord (ISO 14496-15, 5.3.3.1) whose units have lengths of 4 bytes. */
export function readPictureSize(record: Uint8Array): PictureSize {
  const length = ((record[6] ?? 0) << 8) | (record[7] ?? 0);
  const unit = record.subarray(8, 8 + length);
  const isRecord = record[0] === 1 && ((record[4] ?? 0) & 3) === 3 && ((record[5] ?? 0) & 31) === 1;
  if (!isRecord || unit.length !== length || length < 4 || ((unit[0] ?? 0) & 31) !== 7)
    throw new Error('this is no H.264 configuration');
  const { bit, fixed, golomb } = bitsOf(unescaped(unit.subarray(1)));
  const profile = fixed(8);
  fixed(16);
  golomb();
  if (highProfiles.has(profile)) {
    if (golomb() !== 1) throw new Error('only 4:2:0 pictures are broadcast');
    golomb();
    golomb();
    if (bit() === 1 || bit() === 1) throw new Error('scaling lists are not broadcast');
  }
  golomb();
  const order = golomb();
  if (order === 0) golomb();
  else if (order === 1) throw new Error('this order of pictures is not broadcast');
  golomb();
  bit();
  const columns = golomb() + 1;
  const rows = golomb() + 1;
  const fields = 2 - bit();
  if (fields === 2) bit();
  bit();
  const crop = bit() === 1 ? [golomb(), golomb(), golomb(), golomb()] : [0, 0, 0, 0];
  const [left = 0, right = 0, top = 0, bottom = 0] = crop;
  return { width: columns * 16 - (left + right) * 2, height: rows * 16 * fields - (top + bottom) * 2 * fields };
}

/** Whether the bytes are whole units with lengths of 4 bytes, and one of them is a key picture exactly when announced. */
export function isAccessUnit(bytes: Uint8Array, isKey: boolean): boolean {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  let hasKey = false;
  let at = 0;
  while (at + 4 < bytes.length) {
    const length = view.getUint32(at);
    const type = (bytes[at + 4] ?? 0) & 31;
    if (length === 0 || type === 0 || type > 23) return false;
    if (type === 5) hasKey = true;
    at += 4 + length;
  }
  return at === bytes.length && at > 0 && hasKey === isKey;
}
