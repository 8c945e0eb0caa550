import type { Reduce } from './work.ts';

/** Makes a copy that is as large as the server needs, and at least a tenth smaller; null when there is none. */
export const reduceFile: Reduce = async (file, kind, onProgress, signal) => {
  if (kind === 'audio') return null;
  if (kind === 'image') return (await import('./shrink-picture.ts')).shrinkPicture(file, signal);
  if (!('VideoEncoder' in globalThis)) return null;
  return (await import('./compress-video.ts')).compressVideo(file, onProgress, signal);
};
