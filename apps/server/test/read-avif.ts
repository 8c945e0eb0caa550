import { afterAll, beforeAll } from 'vitest';
import { imageLibrary } from '../src/platform/imagery/sharp.ts';

const heif = { operation: ['VipsForeignLoadHeif'] };

/** Enables reading AVIF during the tests of one file; the server itself never reads any. Call it at the top. */
export function readAvif(): void {
  beforeAll(() => imageLibrary().unblock(heif));
  afterAll(() => imageLibrary().block(heif));
}
