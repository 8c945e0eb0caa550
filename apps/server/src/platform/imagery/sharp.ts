import sharp, { type Sharp, type SharpOptions } from 'sharp';
import { AppError } from '../errors.ts';

/*
 * sharp is configured once for the whole process, because blocking a loader is global to libvips.
 * Everything is blocked, then four loaders are allowed: JPEG, PNG and WebP for uploads, and SVG from
 * memory for our own markup. SVG from a file stays blocked, so an upload opened by its path can never
 * reach the SVG parser; an upload in memory must begin like a JPEG, PNG or WebP first.
 */
const ALLOWED_LOADERS = [
  'VipsForeignLoadJpeg',
  'VipsForeignLoadPng',
  'VipsForeignLoadWebp',
  'VipsForeignLoadSvgBuffer',
];

/** The largest upload that is decoded, in pixels. */
export const MAX_UPLOAD_PIXELS = 50_000_000;
/** The largest picture we draw ourselves, in pixels. */
const MAX_DRAWN_PIXELS = 8_000_000;

const UPLOAD_OPTIONS: SharpOptions = {
  limitInputPixels: MAX_UPLOAD_PIXELS,
  failOn: 'error',
  sequentialRead: true,
  animated: false,
};

sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({ operation: ALLOWED_LOADERS });
// One thread a picture: concurrent requests use the cores better than one split picture does.
sharp.concurrency(1);
// Repeated pictures are kept encoded (rendered-cache.ts), so libvips keeps few operations and no open files.
sharp.cache({ memory: 16, files: 0, items: 32 });

export type UploadedFormat = 'jpeg' | 'png' | 'webp';

/** The one configured image library of the process; import it from here, never from the package. */
export function imageLibrary(): typeof sharp {
  return sharp;
}

/** The format that a file's first 12 bytes claim, or null for a format we do not accept. */
export function sniffPicture(bytes: Uint8Array): UploadedFormat | null {
  const startsWith = (signature: readonly number[], offset = 0) =>
    signature.every((byte, index) => bytes[offset + index] === byte);
  if (startsWith([0xff, 0xd8, 0xff])) return 'jpeg';
  if (startsWith([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])) return 'png';
  if (startsWith([0x52, 0x49, 0x46, 0x46]) && startsWith([0x57, 0x45, 0x42, 0x50], 8)) return 'webp';
  return null;
}

/**
 * Opens an uploaded picture, as a path or as bytes, with the pixel limit set. Bytes that are not JPEG, PNG or WebP
 * throw UNSUPPORTED_MEDIA; a bad file at a path throws when the pipeline runs.
 */
export function openUploadedPicture(source: string | Buffer): Sharp {
  if (typeof source !== 'string' && sniffPicture(source) === null) throw new AppError('UNSUPPORTED_MEDIA');
  return sharp(source, UPLOAD_OPTIONS);
}

/** Opens markup drawn by this module. Never pass text written by a person. */
export function openDrawing(svg: string): Sharp {
  return sharp(Buffer.from(svg), { limitInputPixels: MAX_DRAWN_PIXELS });
}
