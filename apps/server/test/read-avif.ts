import { afterAll, beforeAll } from 'vitest';
import { imageLibrary } from '../src/platform/imagery/sharp.ts';

const heif = { operation: ['VipsForeignLoadHeif'] };

/** Reads our own AVIF back while the tests of one file run; the program itself never opens any. Call it at the top. */
export function readAvif(): void {
  beforeAll(() => imageLibrary().unblock(heif));
  afterAll(() => imageLibrary().block(heif));
}
