import {
  BlobSource,
  BufferTarget,
  Conversion,
  canEncodeVideo,
  Input,
  MP4,
  Mp4OutputFormat,
  Output,
  QTFF,
  Quality,
  WEBM,
} from 'mediabunny';

/** Longest and shortest side of the copy, in pixels. */
const sides = { long: 1920, short: 1080 } as const;
/** Bits a second of a copy of that size; a smaller one has fewer. */
const fullBitrate = 4_000_000;
const leastBitrate = 1_000_000;
/** The copy is made in memory; a longer video travels as it is. */
const maxCopyBytes = 256 * 1024 ** 2;
/** A copy must be worth a second encoding. */
const worthwhile = 0.9;

/**
 * Encodes a video again as H.264 with at most 1080 lines, with this device's encoder. Resolves to null when the video
 * itself should travel; rejects when this browser cannot read it, or when `signal` is aborted.
 */
export async function compressVideo(
  file: File,
  onProgress: (done: number) => void,
  signal: AbortSignal,
): Promise<Blob | null> {
  const input = new Input({ source: new BlobSource(file), formats: [MP4, QTFF, WEBM] });
  const track = await input.getPrimaryVideoTrack();
  const seconds = await input.computeDuration();
  if (!track || seconds <= 0) return null;
  const displayWidth = await track.getDisplayWidth();
  const displayHeight = await track.getDisplayHeight();
  const scale = Math.min(
    1,
    sides.long / Math.max(displayWidth, displayHeight),
    sides.short / Math.min(displayWidth, displayHeight),
  );
  const [width, height] = [displayWidth, displayHeight].map((side) => Math.max(2, Math.round((side * scale) / 2) * 2));
  if (!width || !height) return null;
  const pixels = (width * height) / (sides.long * sides.short);
  const bitrate = Math.round(Math.max(leastBitrate, fullBitrate * pixels));
  const expectedBytes = (bitrate * seconds) / 8;
  if (expectedBytes > file.size * worthwhile || expectedBytes > maxCopyBytes) return null;
  if (!(await canEncodeVideo('avc', { width, height, quality: new Quality({ bitrate }) }))) return null;

  const target = new BufferTarget();
  const output = new Output({ format: new Mp4OutputFormat({ fastStart: 'in-memory' }), target });
  const video = { codec: 'avc', width, height, fit: 'fill', quality: new Quality({ bitrate }) } as const;
  const conversion = await Conversion.init({ input, output, video, tags: {} });
  // A sound that this device cannot carry over must not get lost.
  if (!conversion.isValid || conversion.discardedTracks.length > 0) return null;
  const cancel = () => void conversion.cancel();
  signal.addEventListener('abort', cancel);
  conversion.onProgress = onProgress;
  try {
    if (signal.aborted) throw new Error('The copy is not wanted any more');
    await conversion.execute();
  } finally {
    signal.removeEventListener('abort', cancel);
  }
  const copy = new Blob([target.buffer ?? new ArrayBuffer()], { type: 'video/mp4' });
  return copy.size > 0 && copy.size < file.size * worthwhile ? copy : null;
}
