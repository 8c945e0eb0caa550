import { brotliDecompressSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { compressAnswer } from './compress.ts';

const long = JSON.stringify(Array.from({ length: 80 }, (_, index) => ({ title: 'Blue hour', index })));

it('makes a long answer smaller for a client that takes brotli', async () => {
  const small = await compressAnswer(long, 'gzip, deflate, br');
  expect(small?.length).toBeLessThan(long.length / 4);
  expect(brotliDecompressSync(small as Buffer).toString()).toBe(long);
});

it.each([
  ['a short answer', '{"liked":true}', 'br'],
  ['a client without brotli', long, 'gzip'],
  ['a client that says nothing', long, undefined],
])('leaves %s as it is', async (_who, body, accepts) => expect(await compressAnswer(body, accepts)).toBeNull());
