/// <reference lib="webworker" />
import { isHeic } from './picture-name.ts';

export interface Shrinking {
  file: File;
  /** Largest size in pixels. */
  width: number;
  height: number;
}
export type Shrunk = { copy: Blob | null } | { problem: string };

/** A small picture of the right size travels as it is. */
const smallBytes = 1024 ** 2;
/** A copy must be worth a second encoding. */
const worthwhile = 0.9;

const worker = self as unknown as DedicatedWorkerGlobalScope;
worker.onmessage = async ({ data }: MessageEvent<Shrinking>) => {
  try {
    worker.postMessage({ copy: await shrink(data) } satisfies Shrunk);
  } catch (error) {
    worker.postMessage({ problem: String(error) } satisfies Shrunk);
  }
};

async function shrink({ file, width, height }: Shrinking): Promise<Blob | null> {
  const picture = await createImageBitmap(file, { imageOrientation: 'from-image' });
  const scale = Math.min(1, width / picture.width, height / picture.height);
  const mustConvert = isHeic(file);
  if (scale === 1 && file.size <= smallBytes && !mustConvert) return null;
  const canvas = new OffscreenCanvas(Math.round(picture.width * scale), Math.round(picture.height * scale));
  const context = canvas.getContext('2d', { alpha: false });
  if (!context) return null;
  // Where a picture is transparent the server shows white, too.
  context.fillStyle = '#fff';
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.imageSmoothingQuality = 'high';
  context.drawImage(picture, 0, 0, canvas.width, canvas.height);
  picture.close();
  const webp = await canvas.convertToBlob({ type: 'image/webp', quality: 0.9 });
  // Safari cannot write WebP and returns PNG.
  const copy = webp.type === 'image/webp' ? webp : await canvas.convertToBlob({ type: 'image/jpeg', quality: 0.92 });
  return mustConvert || copy.size < file.size * worthwhile ? copy : null;
}
