/*
 * Supplemental enhancement information of H.264 can hold any data a camera adds (serial numbers, positions,
 * settings: payload types 4 and 5). Decoders need none of it, so such units are removed.
 */
const seiUnit = 6;
const freeText = new Set([4, 5]);

/** Removes units of free text from `data`, whose units start with their length in `lengthSize` bytes. Throws RangeError for a broken packet. */
export function withoutFreeText(data: Uint8Array, lengthSize: number): Uint8Array {
  const kept: Uint8Array[] = [];
  let dropped = false;
  for (let at = 0; at < data.length; ) {
    let length = 0;
    for (let index = 0; index < lengthSize; index += 1) length = length * 256 + (data[at + index] ?? 0);
    const end = at + lengthSize + length;
    if (end > data.length) throw new RangeError('a unit is longer than its packet');
    const unit = data.subarray(at + lengthSize, end);
    if (length > 0 && ((unit[0] ?? 0) & 0x1f) === seiUnit && holdsFreeText(unit)) dropped = true;
    else kept.push(data.subarray(at, end));
    at = end;
  }
  return dropped ? Buffer.concat(kept) : data;
}

function holdsFreeText(unit: Uint8Array): boolean {
  for (let at = 1; at + 1 < unit.length; ) {
    const [type, afterType] = readNumber(unit, at);
    const [size, afterSize] = readNumber(unit, afterType);
    if (freeText.has(type)) return true;
    at = afterSize + size;
    // What follows the last message is the stop bit.
    if (unit[at] === 0x80) break;
  }
  return false;
}

/** A number as H.264 writes it: 255 for each full byte, then the rest. */
function readNumber(unit: Uint8Array, start: number): [value: number, next: number] {
  let at = start;
  let value = 0;
  while (unit[at] === 0xff) {
    value += 255;
    at += 1;
  }
  return [value + (unit[at] ?? 0), at + 1];
}

/** Bytes of a unit's length prefix, from the decoder's description (avcC); null when units start with a code instead. */
export const lengthSizeOf = (description: Uint8Array | undefined): number | null =>
  description && description.length > 4 ? ((description[4] ?? 3) & 3) + 1 : null;
