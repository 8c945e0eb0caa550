import { decodeLiveChunk, type LiveChunk, liveLimits } from '@vlam/contract/rules/lives';
import * as z from 'zod/mini';
import type { Tracks } from './cmaf.ts';
import { isAccessUnit, readPictureSize } from './h264.ts';

const hello = z.strictObject({
  key: z.string().check(z.regex(/^[\w-]{43}$/)),
  /** AVCDecoderConfigurationRecord, base64. */
  avcC: z.base64().check(z.maxLength(1_000)),
  width: z.int().check(z.gte(16), z.lte(liveLimits.side)),
  height: z.int().check(z.gte(16), z.lte(liveLimits.side)),
  /** Channels of Opus at 48 kHz; null without sound. */
  channels: z.nullable(z.int().check(z.gte(1), z.lte(2))),
});

/** The first message of a broadcasting browser. Throws unless the announced size is that of the pictures. */
export function readHello(text: string): { key: string; tracks: Tracks } {
  const { key, avcC, ...announced } = z.parse(hello, JSON.parse(text));
  const record = Buffer.from(avcC, 'base64');
  const size = readPictureSize(record);
  if (size.width !== announced.width || size.height !== announced.height)
    throw new Error('the pictures have another size than announced');
  return { key, tracks: { avcC: record, ...announced } };
}

const windowMs = 4_000;
/** A clock may run ahead of ours by this much: frames wait in the network and then come together. */
const aheadUs = 5_000_000;

/** Checks the frames of one connection; `read` throws for the first one that breaks a rule. */
export function createFrameCheck(nowMs: () => number): { read(message: Uint8Array): LiveChunk } {
  const latest = { picture: -1, sound: -1 };
  const counted = { since: nowMs(), pictures: 0, sounds: 0, bytes: 0 };
  let start: { timestamp: number; atMs: number } | null = null;
  let lastKey = 0;

  function count(isSound: boolean, bytes: number): void {
    const now = nowMs();
    if (now - counted.since > windowMs) Object.assign(counted, { since: now, pictures: 0, sounds: 0, bytes: 0 });
    counted[isSound ? 'sounds' : 'pictures'] += 1;
    counted.bytes += bytes;
    // Twice the rate: what waited in the network arrives in one burst.
    const seconds = (2 * windowMs) / 1000;
    if (
      counted.pictures > liveLimits.framesPerSecond * seconds ||
      counted.sounds > liveLimits.soundsPerSecond * seconds ||
      counted.bytes * 8 > liveLimits.bitsPerSecond * seconds
    )
      throw new Error('more than a show needs');
  }

  return {
    read(message) {
      const chunk = decodeLiveChunk(message);
      if (!chunk) throw new Error('this is no frame');
      const { kind, timestamp, bytes } = chunk;
      const track = kind === 'sound' ? 'sound' : 'picture';
      count(track === 'sound', bytes.length);
      if (timestamp <= latest[track]) throw new Error('timestamps go back');
      latest[track] = timestamp;
      if (start && timestamp - start.timestamp > (nowMs() - start.atMs) * 1000 + aheadUs)
        throw new Error('the clock runs ahead');
      if (track === 'sound') {
        if (bytes.length > 4_000) throw new Error('this is no packet of sound');
        return chunk;
      }
      if (!start) {
        if (kind !== 'key') throw new Error('a key frame comes first');
        start = { timestamp, atMs: nowMs() };
        lastKey = timestamp;
      }
      if (timestamp - lastKey > liveLimits.keyFrameMs * 1000) throw new Error('a key frame is missing');
      if (!isAccessUnit(bytes, kind === 'key')) throw new Error('this is no picture of H.264');
      if (kind === 'key') lastKey = timestamp;
      return chunk;
    },
  };
}
