import type { ByteRange } from '../../../platform/storage.ts';

/** Where bytes of a stream lie: in the file of a rung, or in that of one of its variants. Both ends are included. */
export interface SegmentPlace {
  /** Name of the file without its ending. */
  file: string;
  start: number;
  end: number;
}

/** The segments of a track's file, which follow each other in it. */
export function placesOf(
  file: string,
  { initSize, segmentSizes }: { initSize: number; segmentSizes: readonly number[] },
): SegmentPlace[] {
  let start = initSize;
  return segmentSizes.map((size) => {
    start += size;
    return { file, start: start - size, end: start - 1 };
  });
}

/** The parts of pieces that a range covers, when the pieces are read as one file; all without a range. */
export function piecesIn(pieces: readonly SegmentPlace[], range?: ByteRange): SegmentPlace[] {
  let before = 0;
  return pieces.flatMap(({ file, start, end }) => {
    const first = range ? Math.max(0, range.start - before) : 0;
    const last = Math.min(end - start, range ? range.end - before : end - start);
    before += end - start + 1;
    return first <= last ? [{ file, start: start + first, end: start + last }] : [];
  });
}
