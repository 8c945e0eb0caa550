import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { DirectHandlers } from './direct-watch.ts';

const direct = vi.hoisted(() => ({ tries: [] as unknown[], stops: 0 }));
const segments = vi.hoisted(() => ({ plays: 0, stops: 0 }));
vi.mock('./direct-watch.ts', () => ({
  watchDirect(_id: string, handlers: unknown) {
    direct.tries.push(handlers);
    return () => {
      direct.stops += 1;
    };
  },
}));
vi.mock('./stream.ts', () => ({
  playStream() {
    segments.plays += 1;
    return () => {
      segments.stops += 1;
    };
  },
}));
const { watchLive } = await import('./watch.ts');

beforeEach(() => {
  vi.useFakeTimers();
  Object.assign(direct, { tries: [], stops: 0 });
  Object.assign(segments, { plays: 0, stops: 0 });
});
afterEach(() => vi.useRealTimers());

const nothing = () => {};
const handlers = {
  onPlaying: nothing,
  onLoaded: nothing,
  onRefused: nothing,
  onUnsupported: nothing,
  onDelay: nothing,
};
const latest = () => direct.tries.at(-1) as DirectHandlers;
const aStream = () => ({}) as MediaStream;

function open(isDirect = true) {
  const video = document.createElement('video');
  Object.defineProperty(video, 'srcObject', { value: null, writable: true });
  const stop = watchLive(video, { id: 'show', isDirect, playlistUrl: '/m/live/show/index.m3u8' }, handlers);
  return { video, stop };
}

it('plays segments at once where there is no SFU', () => {
  const { video } = open(false);
  expect([direct.tries.length, segments.plays, video.dataset.way]).toEqual([0, 1, 'segments']);
});

it('loads no segments when the SFU brings a picture in time', () => {
  const { video } = open();
  latest().onStream(aStream());
  vi.advanceTimersByTime(60_000);
  expect([segments.plays, video.dataset.way]).toEqual([0, 'direct']);
});

it('plays segments after three seconds without a picture, and the SFU once it has one', () => {
  const { video } = open();
  vi.advanceTimersByTime(3_000);
  expect(segments.plays).toBe(1);
  latest().onStream(aStream());
  expect([segments.stops, video.dataset.way]).toEqual([1, 'direct']);
});

it('goes over to segments when the SFU is lost, and returns half a minute later', () => {
  const { video } = open();
  latest().onStream(aStream());
  latest().onLost();
  expect([segments.plays, video.dataset.way, video.srcObject]).toEqual([1, 'segments', null]);
  vi.advanceTimersByTime(30_000);
  expect(direct.tries).toHaveLength(2);
  vi.advanceTimersByTime(3_000);
  expect([segments.plays, segments.stops]).toEqual([1, 0]);
  latest().onStream(aStream());
  expect([segments.stops, video.dataset.way]).toEqual([1, 'direct']);
});

it('ends both ways, and tries no more', () => {
  const { stop } = open();
  vi.advanceTimersByTime(3_000);
  latest().onLost();
  stop();
  vi.advanceTimersByTime(60_000);
  expect([segments.stops, direct.stops, direct.tries.length]).toEqual([1, 1, 1]);
});
