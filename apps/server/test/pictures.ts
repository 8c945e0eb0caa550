import type { FastifyInstance } from 'fastify';
import { imageLibrary } from '../src/platform/imagery/sharp.ts';

/** A picture with gradients, edges and grain, reproducible by seed. */
export async function aPicture(
  options: { width?: number; height?: number; format?: 'jpeg' | 'png' | 'webp'; seed?: number } = {},
): Promise<Buffer> {
  const { width = 240, height = 300, format = 'jpeg' } = options;
  let seed = options.seed ?? 1;
  const data = Buffer.alloc(width * height * 3);
  for (let y = 0, at = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1) {
      seed = (Math.imul(seed, 1_103_515_245) + 12_345) >>> 0;
      const light = 40 + (x * 90) / width + (y * 60) / height + ((seed >>> 16) % 17) + ((x >> 6) % 2) * 25;
      for (let channel = 0; channel < 3; channel += 1, at += 1) data[at] = light - channel * 12;
    }
  return imageLibrary()(data, { raw: { width, height, channels: 3 } })
    .toFormat(format, { quality: 90 })
    .toBuffer();
}

const tus = { 'tus-resumable': '1.0.0', 'sec-fetch-site': 'same-origin' };

/** Uploads a file by tus in one request, `publish` a video that is to be published; returns the media id and the last status. */
export async function sendFile(
  { app }: { app: FastifyInstance },
  { cookie }: { cookie: string },
  bytes: Buffer,
  kind: 'image' | 'video' | 'audio' | 'publish' = 'image',
): Promise<{ id: string; status: number; body: string }> {
  const metadata = kind === 'publish' ? { kind: 'video', use: 'publish' } : { kind };
  const begun = await app.inject({
    method: 'POST',
    url: '/api/uploads',
    headers: {
      ...tus,
      cookie,
      'upload-length': String(bytes.length),
      'upload-metadata': Object.entries(metadata)
        .map(([name, value]) => `${name} ${Buffer.from(value).toString('base64')}`)
        .join(','),
    },
  });
  const location = String(begun.headers.location);
  if (begun.statusCode !== 201) return { id: '', status: begun.statusCode, body: begun.body };
  const sent = await app.inject({
    method: 'PATCH',
    url: location,
    headers: { ...tus, cookie, 'upload-offset': '0', 'content-type': 'application/offset+octet-stream' },
    payload: bytes,
  });
  return { id: location.slice(location.lastIndexOf('/') + 1), status: sent.statusCode, body: sent.body };
}

/** Fetches a file with a cookie. */
export async function fetchFile(
  { app }: { app: FastifyInstance },
  { cookie }: { cookie: string },
  url: string,
  headers: Record<string, string> = {},
) {
  const answer = await app.inject({ url, headers: { cookie, 'sec-fetch-site': 'same-origin', ...headers } });
  return { status: answer.statusCode, headers: answer.headers, bytes: answer.rawPayload };
}
