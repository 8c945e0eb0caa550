import { liveLimits } from '@vlam/contract/rules/lives';

/** Longest part that is announced, in seconds: at least the longest that is cut, or players stall. */
export const partTarget = 0.5;
/** Players stay so far behind the newest part; three targets at least (RFC 8216bis, 4.4.3.8). */
const partHoldBack = 3 * partTarget;
/** Finished segments in a list, and how many of them also list their parts. */
const listedSegments = 6;
const segmentsWithParts = 3;

export interface ListedPart {
  ms: number;
  isIndependent: boolean;
}
export interface ListedSegment {
  number: number;
  epoch: number;
  at: Date;
  ms: number;
  /** Absent where only whole segments are known. */
  parts?: readonly ListedPart[];
}

const seconds = (ms: number): string => (ms / 1000).toFixed(5);

export const initName = (epoch: number): string => `i${epoch}.mp4`;
export const segmentName = (number: number): string => `s${number}.m4s`;
export const partName = (number: number, part: number): string => `p${number}.${part}.m4s`;

/** A file of a show by its name; undefined for any other name. */
export function parseName(
  name: string,
): { epoch: number } | { number: number } | { number: number; part: number } | undefined {
  const [, kind, first = '', second] = /^([isp])(\d{1,9})(?:\.(\d{1,4}))?\.(?:mp4|m4s)$/.exec(name) ?? [];
  if (kind === 'p' && second !== undefined) {
    const found = { number: Number(first), part: Number(second) };
    return partName(found.number, found.part) === name ? found : undefined;
  }
  if (kind === 'i' && initName(Number(first)) === name) return { epoch: Number(first) };
  if (kind === 's' && segmentName(Number(first)) === name) return { number: Number(first) };
  return undefined;
}

/** A playlist of a whole show after its end. Segments that were not stored leave a discontinuity. */
/** `query` follows each address. */
export function renderReplay(
  segments: readonly Pick<ListedSegment, 'number' | 'epoch' | 'ms'>[],
  query: string,
): string {
  const longest = Math.max(1, ...segments.map(({ ms }) => Math.round(ms / 1000)));
  const lines = ['#EXTM3U', '#EXT-X-VERSION:7', `#EXT-X-TARGETDURATION:${longest}`, '#EXT-X-PLAYLIST-TYPE:VOD'];
  let before: { number: number; epoch: number } | null = null;
  for (const segment of segments) {
    const follows = segment.number === (before?.number ?? 0) + 1 && segment.epoch === before?.epoch;
    if (before && !follows) lines.push('#EXT-X-DISCONTINUITY');
    if (segment.epoch !== before?.epoch) lines.push(`#EXT-X-MAP:URI="${initName(segment.epoch)}${query}"`);
    lines.push(`#EXTINF:${seconds(segment.ms)},`, segmentName(segment.number) + query);
    before = segment;
  }
  return `${[...lines, '#EXT-X-ENDLIST'].join('\n')}\n`;
}

/**
 * A media playlist of the newest segments. With `open`, the segment that is being written, it lists parts and can be
 * requested before it has changed. `address` makes the address of a file.
 */
export function renderPlaylist(list: {
  segments: readonly ListedSegment[];
  open: (ListedSegment & { parts: readonly ListedPart[] }) | null;
  /** Number of the next segment when none is open. */
  next: number;
  isLowLatency: boolean;
  address(name: string): string;
}): string {
  const { open, isLowLatency, address } = list;
  const finished = list.segments.slice(-listedSegments);
  const shown: ListedSegment[] = open ? [...finished, open] : finished;
  const [first] = shown;
  const lines = ['#EXTM3U', '#EXT-X-VERSION:9', `#EXT-X-TARGETDURATION:${liveLimits.keyFrameMs / 1000}`];
  if (isLowLatency)
    lines.push(
      `#EXT-X-SERVER-CONTROL:CAN-BLOCK-RELOAD=YES,PART-HOLD-BACK=${partHoldBack}`,
      `#EXT-X-PART-INF:PART-TARGET=${partTarget}`,
    );
  lines.push(`#EXT-X-MEDIA-SEQUENCE:${first?.number ?? list.next}`);
  // One for each connection of the publisher before the first segment, whether or not it is still listed.
  lines.push(`#EXT-X-DISCONTINUITY-SEQUENCE:${Math.max(0, (first?.epoch ?? 1) - 1)}`);
  const firstWithParts = finished.length - segmentsWithParts;
  let epoch: number | null = null;
  for (const [index, segment] of shown.entries()) {
    for (let passed = epoch ?? segment.epoch; passed < segment.epoch; passed += 1) lines.push('#EXT-X-DISCONTINUITY');
    if (epoch !== segment.epoch) lines.push(`#EXT-X-MAP:URI="${address(initName(segment.epoch))}"`);
    epoch = segment.epoch;
    lines.push(`#EXT-X-PROGRAM-DATE-TIME:${segment.at.toISOString()}`);
    if (isLowLatency && (index >= firstWithParts || segment === open))
      for (const [part, { ms, isIndependent }] of (segment.parts ?? []).entries())
        lines.push(
          `#EXT-X-PART:DURATION=${seconds(ms)},URI="${address(partName(segment.number, part))}"${isIndependent ? ',INDEPENDENT=YES' : ''}`,
        );
    if (segment !== open) lines.push(`#EXTINF:${seconds(segment.ms)},`, address(segmentName(segment.number)));
  }
  if (isLowLatency) {
    const hinted = open ? partName(open.number, open.parts.length) : partName(list.next, 0);
    lines.push(`#EXT-X-PRELOAD-HINT:TYPE=PART,URI="${address(hinted)}"`);
  }
  return `${lines.join('\n')}\n`;
}
