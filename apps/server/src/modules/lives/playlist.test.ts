import { expect, it } from 'vitest';
import { type ListedSegment, parseName, partTarget, renderPlaylist, renderReplay } from './playlist.ts';

const at = new Date('2026-11-23T20:00:00Z');
const parts = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ ms: 333.333, isIndependent: index === 0 }));
const segment = (number: number, epoch = 1): ListedSegment => ({ number, epoch, at, ms: 2_000, parts: parts(6) });
const address = (name: string) => `${name}?e=1&s=x`;

const lowLatency = renderPlaylist({
  segments: [1, 2, 3, 4, 5, 6, 7].map((number) => segment(number)),
  open: { ...segment(8), parts: parts(2) },
  next: 9,
  isLowLatency: true,
  address,
});

it('holds players back by three announced targets, each at least as long as the longest part', () => {
  const holdBack = Number(/PART-HOLD-BACK=([\d.]+)/.exec(lowLatency)?.[1]);
  expect(Number(/PART-TARGET=([\d.]+)/.exec(lowLatency)?.[1])).toBe(partTarget);
  expect(holdBack).toBeGreaterThanOrEqual(3 * partTarget);
  for (const [, duration] of lowLatency.matchAll(/PART:DURATION=([\d.]+)/g))
    expect(Number(duration)).toBeLessThanOrEqual(partTarget);
  expect(lowLatency).toContain('CAN-BLOCK-RELOAD=YES');
});

it('lists six segments, parts of the newest, and the part that comes next', () => {
  expect(lowLatency).toContain('#EXT-X-MEDIA-SEQUENCE:2\n');
  expect(lowLatency.match(/#EXTINF/g)).toHaveLength(6);
  expect(lowLatency).not.toContain('p4.0.m4s');
  expect(lowLatency).toContain('#EXT-X-PART:DURATION=0.33333,URI="p5.0.m4s?e=1&s=x",INDEPENDENT=YES');
  expect(lowLatency).toContain('#EXT-X-PRELOAD-HINT:TYPE=PART,URI="p8.2.m4s?e=1&s=x"');
  expect(lowLatency).toContain('#EXT-X-MAP:URI="i1.mp4?e=1&s=x"');
});

it('marks each return of the publisher, and counts those that have left the list', () => {
  const segments = [segment(3, 1), segment(4, 2), segment(5, 4), segment(6, 4)];
  const before = renderPlaylist({ segments, open: null, next: 7, isLowLatency: false, address });
  expect(before).toContain('#EXT-X-DISCONTINUITY-SEQUENCE:0\n');
  expect(before.match(/#EXT-X-DISCONTINUITY\n/g)).toHaveLength(3);
  expect([...before.matchAll(/i(\d)\.mp4/g)].map(([, epoch]) => epoch)).toEqual(['1', '2', '4']);
  const after = renderPlaylist({ segments: segments.slice(2), open: null, next: 7, isLowLatency: false, address });
  expect(after).toContain('#EXT-X-DISCONTINUITY-SEQUENCE:3\n');
  expect(after).not.toContain('#EXT-X-DISCONTINUITY\n');
  expect(after).not.toContain('PART');
});

it('knows the names of its files and no others', () => {
  expect([parseName('i2.mp4'), parseName('s12.m4s'), parseName('p12.3.m4s')]).toEqual([
    { epoch: 2 },
    { number: 12 },
    { number: 12, part: 3 },
  ]);
  for (const name of ['', 's.m4s', 's01.m4s', 'i1.m4s', 'p1.m4s', 's1.2.m4s', '../s1.m4s', 's1.m4s/x', 's-1.m4s'])
    expect([name, parseName(name)]).toEqual([name, undefined]);
});

it('lists a replay whole, to be sought in, with a discontinuity where a segment is missing or a connection began', () => {
  const segments = [segment(0), { ...segment(1), ms: 2_600 }, segment(3), segment(4, 2), segment(14, 3)];
  const whole = renderReplay(segments, '?s=1');
  const lines = whole.trim().split('\n');
  expect(lines.slice(0, 4)).toEqual([
    '#EXTM3U',
    '#EXT-X-VERSION:7',
    '#EXT-X-TARGETDURATION:3',
    '#EXT-X-PLAYLIST-TYPE:VOD',
  ]);
  expect(lines.at(-1)).toBe('#EXT-X-ENDLIST');
  expect(lines.filter((line) => !line.startsWith('#EXTINF')).slice(4, -1)).toEqual([
    ...['#EXT-X-MAP:URI="i1.mp4?s=1"', 's0.m4s?s=1', 's1.m4s?s=1', '#EXT-X-DISCONTINUITY', 's3.m4s?s=1'],
    ...['#EXT-X-DISCONTINUITY', '#EXT-X-MAP:URI="i2.mp4?s=1"', 's4.m4s?s=1'],
    ...['#EXT-X-DISCONTINUITY', '#EXT-X-MAP:URI="i3.mp4?s=1"', 's14.m4s?s=1'],
  ]);
});
