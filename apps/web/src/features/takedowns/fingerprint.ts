import { fingerprintSide, printsOfPixels } from '@vlam/contract/rules/fingerprints';
import { maxFingerprintedBytes } from '@vlam/contract/rules/takedowns';
import type { Fingerprint } from '@vlam/contract/takedowns';

export interface MadeFingerprint extends Fingerprint {
  /** Time it took on this device. */
  seconds: number;
}

export class NoFingerprint extends Error {}

/** Larger than the fingerprint, so that shrinking is exact rather than the browser's. */
const readSide = 2 * fingerprintSide;

/**
 * What this device computes of a picture; nothing is sent. Throws `NoFingerprint` for a file that is no picture, or too
 * large.
 */
export async function makeFingerprint(file: Blob): Promise<MadeFingerprint> {
  const begin = performance.now();
  if (file.size > maxFingerprintedBytes) throw new NoFingerprint();
  const bitmap = await createImageBitmap(file).catch(() => {
    throw new NoFingerprint();
  });
  const scale = Math.min(1, readSide / Math.max(bitmap.width, bitmap.height));
  const width = Math.max(1, Math.round(bitmap.width * scale));
  const height = Math.max(1, Math.round(bitmap.height * scale));
  const canvas = document.createElement('canvas');
  canvas.width = width;
  canvas.height = height;
  const context = canvas.getContext('2d', { willReadFrequently: true });
  if (!context) throw new NoFingerprint();
  context.imageSmoothingQuality = 'high';
  // As the server reads a transparent picture.
  context.fillStyle = '#000';
  context.fillRect(0, 0, width, height);
  context.drawImage(bitmap, 0, 0, width, height);
  bitmap.close();
  const { data } = context.getImageData(0, 0, width, height);
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', await file.arrayBuffer()));
  return {
    sha256: Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join(''),
    ...printsOfPixels({ data, width, height }),
    seconds: (performance.now() - begin) / 1000,
  };
}
