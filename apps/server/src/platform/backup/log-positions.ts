/** A position in PostgreSQL's write-ahead log ("0/1A2B3C4D") as a number of bytes. Throws on other text. */
export function parseLogPosition(text: string): bigint {
  const [, high, low] = /^([0-9A-F]{1,8})\/([0-9A-F]{1,8})$/i.exec(text) ?? [];
  if (!high || !low) throw new Error(`"${text}" is not a position of the write-ahead log`);
  return (BigInt(`0x${high}`) << 32n) + BigInt(`0x${low}`);
}

/** The text PostgreSQL writes for a position. */
export const formatLogPosition = (position: bigint): string =>
  `${(position >> 32n).toString(16)}/${(position & 0xffffffffn).toString(16)}`.toUpperCase();

/** Name of the segment file that holds a position; `segmentBytes` is the cluster's `wal_segment_size`. */
export function segmentName(timeline: string, position: bigint, segmentBytes: bigint): string {
  const hex = (value: bigint) => value.toString(16).toUpperCase().padStart(8, '0');
  const segment = position / segmentBytes;
  const perFile = 0x100000000n / segmentBytes;
  return `${timeline}${hex(segment / perFile)}${hex(segment % perFile)}`;
}

/** Whether a file in `pg_wal` is a segment. */
export const isSegment = (name: string): boolean => /^[0-9A-F]{24}$/.test(name);

/** Order of segments in the log, whatever their timeline. */
export const segmentOrder = (name: string): string => name.slice(8);
