import { createHash } from 'node:crypto';
import { fingerprintSide, printsOfPixels } from '@vlam/contract/rules/fingerprints';
import type { Fingerprint } from '@vlam/contract/takedowns';
import { fromRaw } from '../src/modules/media/process-image.ts';
import { imageLibrary } from '../src/platform/imagery/sharp.ts';
import { drawScene } from './scene.ts';

/** A drawn picture with enough in it for a fingerprint. */
export const aSharpPicture = (seed: number): Promise<Buffer> =>
  fromRaw(drawScene({ width: 540, height: 675, seed }))
    .webp({ quality: 90 })
    .toBuffer();

/** What the browser of a complainant computes of a picture. */
export async function fingerprintOf(picture: Buffer): Promise<Fingerprint> {
  const { data, info } = await imageLibrary()(picture)
    .resize({ width: fingerprintSide, height: fingerprintSide, fit: 'inside', withoutEnlargement: true })
    .ensureAlpha()
    .raw({ depth: 'uchar' })
    .toBuffer({ resolveWithObject: true });
  return {
    sha256: createHash('sha256').update(picture).digest('hex'),
    ...printsOfPixels({ data, width: info.width, height: info.height }),
  };
}
