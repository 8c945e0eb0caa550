import { BufferSource, Input, MP4 } from 'mediabunny';
import { expect } from 'vitest';
import type { TestApp } from './app.ts';
import { aClip, type ClipOptions } from './clips.ts';
import { fetchFile, sendFile } from './pictures.ts';

/** Sends a video or sound that is to be published, and waits until it is prepared. Returns its id. */
export async function sendStream(
  app: TestApp,
  creator: { cookie: string },
  kind: 'publish' | 'audio',
  options: ClipOptions,
): Promise<string> {
  const { id, status } = await sendFile(app, creator, await aClip(options), kind);
  expect(status).toBe(204);
  await app.drain();
  return id;
}

/** The lines of a playlist that are addresses. */
export const addressesIn = (playlist: string): string[] =>
  playlist.split('\n').filter((line) => line && !line.startsWith('#'));

/** Fetches a playlist. */
export async function fetchList(app: TestApp, who: { cookie: string }, url: string) {
  const { status, bytes, headers } = await fetchFile(app, who, url);
  return { status, text: String(bytes), type: headers['content-type'] };
}

/** Fetches a track through its playlist, as a player does. `name` is relative to the list of qualities. */
export async function fetchWhole(app: TestApp, who: { cookie: string }, master: string, name: string): Promise<Buffer> {
  const list = await fetchList(app, who, new URL(name, `http://x${master}`).href.slice(8));
  expect(list.status).toBe(200);
  const init = /URI="([^"]+)"/.exec(list.text)?.[1] ?? '';
  const parts = await Promise.all(
    [init, ...addressesIn(list.text)].map((part) => fetchFile(app, who, master.replace(/[^/]+$/, part))),
  );
  expect(new Set(parts.map(({ status }) => status))).toEqual(new Set([200]));
  return Buffer.concat(parts.map(({ bytes }) => bytes));
}

/** What an MP4 file holds. */
export async function tracksOf(bytes: Buffer) {
  const input = new Input({ source: new BufferSource(bytes), formats: [MP4] });
  const [video, audio] = await Promise.all([input.getPrimaryVideoTrack(), input.getPrimaryAudioTrack()]);
  return {
    tags: await input.getMetadataTags(),
    video: await video?.getCodec(),
    audio: await audio?.getCodec(),
    size: video && [await video.getDisplayWidth(), await video.getDisplayHeight()],
    seconds: await input.computeDuration(),
  };
}
