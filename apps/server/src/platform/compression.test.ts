import { brotliDecompressSync } from 'node:zlib';
import Fastify from 'fastify';
import { describe, expect, it } from 'vitest';
import { registerCompression } from './compression.ts';

const long = { text: 'Sea Point '.repeat(300) };

async function answerTo(path: string, headers: Record<string, string>) {
  const app = Fastify();
  app.get('/long', (_request, reply) => reply.type('application/json').send(JSON.stringify(long)));
  app.get('/short', async () => ({ ok: true }));
  registerCompression(app);
  return app.inject({ url: path, headers });
}

describe('compression of responses', () => {
  it('compresses long JSON for clients that accept it, and sets Vary', async () => {
    const answer = await answerTo('/long', { 'accept-encoding': 'gzip, br' });
    expect(answer.headers).toMatchObject({ 'content-encoding': 'br', vary: 'accept-encoding' });
    expect(JSON.parse(brotliDecompressSync(answer.rawPayload).toString())).toEqual(long);
    expect(answer.headers['content-length']).toBe(String(answer.rawPayload.length));
  });

  it('leaves short responses and clients without brotli alone', async () => {
    expect((await answerTo('/short', { 'accept-encoding': 'br' })).headers['content-encoding']).toBeUndefined();
    expect((await answerTo('/long', {})).json()).toEqual(long);
  });
});
