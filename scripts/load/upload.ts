import { setTimeout as sleep } from 'node:timers/promises';
import { uploadPath } from '@vlam/contract/media';
import { aPicture } from '../../apps/server/test/pictures.ts';
import type { Browser } from './browser.ts';
import type { Tally } from './tally.ts';

const tus = { 'tus-resumable': '1.0.0' };
/** Until the server has made its sizes of a small picture. */
const readyMs = 30_000;
const askEveryMs = 400;
/** Pieces, so that an upload is continued as on a telephone. */
const pieces = 2;

const base64 = (text: string) => Buffer.from(text).toString('base64');

/** Sends a small picture of its own in two pieces, and waits until it is ready; returns its media id. */
export async function uploadPicture(browser: Browser, tally: Tally, seed: number): Promise<string> {
  const bytes = await aPicture({ width: 240, height: 300, seed });
  const location = await tally.time('upload: begin', async () => {
    const begun = await browser.send(uploadPath, {
      method: 'POST',
      headers: { ...tus, 'upload-length': String(bytes.length), 'upload-metadata': `kind ${base64('image')}` },
    });
    const path = begun.headers.get('location');
    if (begun.status !== 201 || !path) throw new Error(`answered ${begun.status} ${begun.body}`);
    return path;
  });
  const size = Math.ceil(bytes.length / pieces);
  for (let offset = 0; offset < bytes.length; offset += size)
    await tally.time('upload: piece', async () => {
      const sent = await browser.send(location, {
        method: 'PATCH',
        headers: { ...tus, 'upload-offset': String(offset), 'content-type': 'application/offset+octet-stream' },
        body: bytes.subarray(offset, offset + size),
      });
      if (sent.status !== 204) throw new Error(`answered ${sent.status} ${sent.body}`);
    });
  const id = location.slice(location.lastIndexOf('/') + 1);
  await tally.time('upload: until it is ready', async () => {
    const until = performance.now() + readyMs;
    for (;;) {
      const { state, reason } = await browser.api.getMedia({ params: { id } });
      if (state === 'ready') return;
      if (state === 'failed' || state === 'blocked') throw new Error(`${state}: ${reason}`);
      if (performance.now() > until) throw new Error(`not ready after ${readyMs / 1_000} s`);
      await sleep(askEveryMs);
    }
  });
  return id;
}
