import { encodeLiveChunk, type LiveChunk } from '@vlam/contract/rules/lives';
import { describe, expect, it } from 'vitest';
import { accessUnit, avcConfiguration, framesOf } from '../../../test/live-shows.ts';
import { initSegment } from './cmaf.ts';
import { isAccessUnit, readPictureSize } from './h264.ts';
import { createPackager, type Segment } from './packager.ts';
import { createFrameCheck, readHello } from './wire.ts';

interface Box {
  type: string;
  body: Buffer;
  /** Where the box begins. */
  at: number;
}

function boxesOf(bytes: Buffer): Box[] {
  const boxes: Box[] = [];
  for (let at = 0; at < bytes.length; ) {
    const size = bytes.readUInt32BE(at);
    if (size < 8) throw new Error('a box is too short');
    boxes.push({ type: bytes.toString('latin1', at + 4, at + 8), body: bytes.subarray(at + 8, at + size), at });
    at += size;
  }
  return boxes;
}
const boxOf = (bytes: Buffer, type: string): Box => {
  const found = boxesOf(bytes).find((box) => box.type === type);
  if (!found) throw new Error(`no box ${type}`);
  return found;
};

const tracks = { avcC: avcConfiguration(640, 360), width: 640, height: 360, channels: 1 };

function packaged(seconds: number): Segment[] {
  const segments: Segment[] = [];
  const packager = createPackager({ firstNumber: 0, now: () => new Date(), onSegment: (one) => segments.push(one) });
  packager.begin(1, tracks);
  for (const chunk of framesOf(seconds, 5_000_000)) packager.add(chunk);
  return segments;
}

/** Track, time and samples of each run of a part. */
function runsOf(part: Buffer) {
  const moof = boxOf(part, 'moof');
  return boxesOf(moof.body)
    .filter(({ type }) => type === 'traf')
    .map(({ body }) => {
      const trun = boxOf(body, 'trun').body;
      const count = trun.readUInt32BE(4);
      const samples = Array.from({ length: count }, (_, index) => ({
        duration: trun.readUInt32BE(12 + index * 12),
        size: trun.readUInt32BE(16 + index * 12),
        isKey: trun.readUInt32BE(20 + index * 12) === 0x02000000,
      }));
      return {
        track: boxOf(body, 'tfhd').body.readUInt32BE(4),
        time: Number(boxOf(body, 'tfdt').body.readBigUInt64BE(4)),
        offset: trun.readUInt32BE(8),
        samples,
      };
    });
}

describe('the start of a stream', () => {
  it('names both tracks with their codecs and sizes', () => {
    const moov = boxOf(initSegment(tracks), 'moov').body;
    expect(boxesOf(moov).map(({ type }) => type)).toEqual(['mvhd', 'trak', 'trak', 'mvex']);
    const entries = boxesOf(moov)
      .filter(({ type }) => type === 'trak')
      .map(({ body }) =>
        boxOf(boxOf(boxOf(boxOf(body, 'mdia').body, 'minf').body, 'stbl').body, 'stsd').body.subarray(8),
      );
    const [picture, sound] = entries.map((entry) => boxesOf(entry)[0]);
    expect([picture?.type, sound?.type]).toEqual(['avc1', 'Opus']);
    expect([picture?.body.readUInt16BE(24), picture?.body.readUInt16BE(26)]).toEqual([640, 360]);
    expect(boxOf(picture?.body.subarray(78) ?? Buffer.alloc(0), 'avcC').body).toEqual(tracks.avcC);
    expect(boxOf(sound?.body.subarray(28) ?? Buffer.alloc(0), 'dOps').body).toHaveLength(11);
  });

  it('has one track without sound', () => {
    const moov = boxOf(initSegment({ ...tracks, channels: null }), 'moov').body;
    expect(boxesOf(moov).filter(({ type }) => type === 'trak')).toHaveLength(1);
  });
});

describe('parts and segments', () => {
  it('cut segments at key frames and parts at a third of a second, none longer than the announced target', () => {
    const segments = packaged(7);
    expect(segments.map(({ number }) => number)).toEqual([0, 1, 2]);
    for (const { ms, parts } of segments) {
      expect(ms).toBeCloseTo(2_000, 0);
      expect(Math.max(...parts.map((part) => part.ms))).toBeLessThanOrEqual(500);
      expect(parts.length).toBeGreaterThanOrEqual(6);
      expect(parts.map(({ isIndependent }) => isIndependent)).toEqual(parts.map((_, index) => index === 0));
    }
  });

  it('leave no hole and no overlap in either track, and point into their own data', () => {
    const next: Record<number, number> = {};
    for (const { parts } of packaged(7))
      for (const { data } of parts) {
        let end = 0;
        for (const { track, time, offset, samples } of runsOf(data)) {
          expect(time).toBe(next[track] ?? 0);
          next[track] = time + samples.reduce((sum, { duration }) => sum + duration, 0);
          if (end > 0) expect(offset).toBe(end);
          else expect(offset).toBe(boxOf(data, 'mdat').at + 8);
          end = offset + samples.reduce((sum, { size }) => sum + size, 0);
        }
        expect(end).toBe(data.length);
      }
    expect(next[1]).toBe(6_000_000);
    expect(next[2]).toBeGreaterThan(48_000 * 5.9);
  });

  it('wait for a part until it exists, and no longer than asked', async () => {
    const packager = createPackager({ firstNumber: 0, now: () => new Date(), onSegment: () => {} });
    packager.begin(1, tracks);
    const frames = framesOf(1);
    let came = false;
    const wait = packager.waitFor(0, 0, 5_000).then(() => {
      came = true;
    });
    for (const chunk of frames.slice(0, 10)) packager.add(chunk);
    await Promise.resolve();
    expect(came).toBe(false);
    for (const chunk of frames.slice(10)) packager.add(chunk);
    await wait;
    const began = performance.now();
    await packager.waitFor(0, 40, 50);
    expect(performance.now() - began).toBeGreaterThan(40);
  });

  it('are no longer than the target duration, wherever the key frames are', () => {
    const segments: Segment[] = [];
    const packager = createPackager({ firstNumber: 0, now: () => new Date(), onSegment: (one) => segments.push(one) });
    packager.begin(1, tracks);
    for (const second of [0, 0.4, 4.4, 6.2, 10.2, 12])
      packager.add({ kind: 'key', timestamp: second * 1e6, duration: 0, bytes: accessUnit(true) });
    expect(Math.max(...segments.map(({ ms }) => Math.round(ms / 1000)))).toBeLessThanOrEqual(4);
  });

  it('begin anew after the browser has returned: another start, numbers that go on', () => {
    const segments: Segment[] = [];
    const packager = createPackager({ firstNumber: 4, now: () => new Date(), onSegment: (one) => segments.push(one) });
    packager.begin(1, tracks);
    for (const chunk of framesOf(3)) packager.add(chunk);
    packager.begin(2, tracks);
    for (const chunk of framesOf(5, 90_000_000)) packager.add(chunk);
    expect(segments.map(({ number, epoch }) => [number, epoch])).toEqual([
      [4, 1],
      [5, 1],
      [6, 2],
      [7, 2],
    ]);
    expect(runsOf(segments[2]?.parts[0]?.data ?? Buffer.alloc(0))[0]?.time).toBe(0);
    expect(packager.initOf(2)).toBeDefined();
  });
});

describe('what a broadcasting browser may send', () => {
  it('reads the size of the picture from the encoder’s header', () => {
    for (const [width, height] of [
      [640, 360],
      [1280, 720],
      [368, 640],
      [1920, 1080],
    ] as const)
      expect(readPictureSize(avcConfiguration(width, height))).toEqual({ width, height });
    expect(() => readPictureSize(Buffer.alloc(40, 1))).toThrow();
    expect(() => readPictureSize(avcConfiguration(640, 360).subarray(0, 12))).toThrow();
  });

  it('refuses a first message whose size is not that of the pictures', () => {
    const hello = { key: 'k'.repeat(43), avcC: tracks.avcC.toString('base64'), width: 640, height: 360, channels: 1 };
    expect(readHello(JSON.stringify(hello)).tracks.width).toBe(640);
    for (const change of [
      { width: 1280 },
      { height: 368 },
      { avcC: 'AAAA' },
      { key: 'short' },
      { channels: 9 },
      { more: 1 },
    ])
      expect(() => readHello(JSON.stringify({ ...hello, ...change }))).toThrow();
  });

  it('refuses timestamps that go back or run ahead, a missing key frame, foreign bytes and floods', () => {
    const message = (kind: number, timestamp: number, bytes: Buffer, length = bytes.length) => {
      const header = Buffer.alloc(17);
      header.writeUInt8(kind);
      header.writeDoubleBE(timestamp, 1);
      header.writeUInt32BE(33_333, 9);
      header.writeUInt32BE(length, 13);
      return Buffer.concat([header, bytes]);
    };
    const [key, delta] = [accessUnit(true), accessUnit(false)];
    const after = (...messages: Buffer[]) => {
      const check = createFrameCheck(() => 0);
      for (const each of messages) check.read(each);
    };
    const first = message(1, 1_000, key);
    expect(() => after(first, message(0, 34_000, delta), message(2, 900, Buffer.alloc(80)))).not.toThrow();
    const refused: [string, Buffer[]][] = [
      ['no key frame first', [message(0, 1_000, delta)]],
      ['back in time', [first, message(0, 1_000, delta)]],
      ['far ahead of the clock', [first, message(1, 60_000_000, key)]],
      ['another length than its own', [message(1, 1_000, key, key.length + 4)]],
      ['an unknown kind', [message(3, 1_000, key)]],
      ['no number for a time', [message(1, Number.NaN, key)]],
      ['a page of HTML', [message(1, 1_000, Buffer.from('<script>alert(1)</script>'))]],
      ['a delta as a key frame', [message(1, 1_000, delta)]],
      ['a flood', [first, ...Array.from({ length: 800 }, (_, index) => message(0, 2_000 + index, delta))]],
    ];
    for (const [what, messages] of refused) expect(() => after(...messages), what).toThrow();
    const slow = createFrameCheck(() => 10_000);
    slow.read(first);
    expect(() => slow.read(message(0, 4_100_000, delta))).toThrow('key frame');
  });

  it('refuses sound that runs ahead of the clock', () => {
    const check = createFrameCheck(() => 0);
    const send = (kind: LiveChunk['kind'], timestamp: number, bytes: Uint8Array) =>
      check.read(encodeLiveChunk({ kind, timestamp, duration: 20_000, bytes }));
    send('key', 1_000, accessUnit(true));
    send('sound', 4_900_000, Buffer.alloc(80));
    expect(() => send('sound', 6_000_000, Buffer.alloc(80))).toThrow('ahead');
  });

  it('holds at most a segment: timestamps that hardly rise and sound without pictures fill no memory', () => {
    const begin = () => {
      const packager = createPackager({ firstNumber: 0, now: () => new Date(), onSegment: () => {} });
      packager.begin(1, tracks);
      packager.add({ kind: 'key', timestamp: 0, duration: 0, bytes: accessUnit(true) });
      return packager;
    };
    const megabyte = Buffer.alloc(1_000_000);
    const pictures = begin();
    const slow = (index: number) => pictures.add({ kind: 'delta', timestamp: index, duration: 1, bytes: megabyte });
    for (let index = 1; index <= 8; index += 1) slow(index);
    expect(() => slow(9)).toThrow('too large');
    const sounds = begin();
    const sound = (index: number) => sounds.add({ kind: 'sound', timestamp: index, duration: 1, bytes: megabyte });
    for (let index = 1; index <= 8; index += 1) sound(index);
    expect(() => sound(9)).toThrow('too large');
  });

  it('takes only whole units', () => {
    expect(isAccessUnit(accessUnit(true), true)).toBe(true);
    expect(isAccessUnit(accessUnit(true).subarray(0, 100), true)).toBe(false);
    expect(isAccessUnit(Buffer.alloc(0), false)).toBe(false);
  });
});
