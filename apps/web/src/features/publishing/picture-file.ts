import { clipLimits, clipTypes, pictureTypes, uploadLimits } from '@vlam/contract/media';

export type FileRefusal = 'heic' | 'coming' | 'type' | 'size' | 'empty' | 'clip-type' | 'clip-size';

/** Reason to refuse a picture before the upload; null when accepted. The server checks the content. */
export function fileRefusalOf(file: Pick<File, 'name' | 'type' | 'size'>): FileRefusal | null {
  if (/\.hei[cf]$/i.test(file.name) || /^image\/hei[cf]/.test(file.type)) return 'heic';
  if (/^(video|audio)\//.test(file.type)) return 'coming';
  if (!pictureTypes.some((type) => type === file.type)) return 'type';
  if (file.size === 0) return 'empty';
  return file.size > uploadLimits.image ? 'size' : null;
}

/** Reason to refuse a clip; null when accepted. */
export function clipRefusalOf(file: Pick<File, 'type' | 'size'>): FileRefusal | null {
  if (!clipTypes.some((type) => type === file.type)) return 'clip-type';
  if (file.size === 0) return 'empty';
  return file.size > clipLimits.bytes ? 'clip-size' : null;
}

/** `3.4 MB`, `640 KB`. */
export function formatFileSize(bytes: number): string {
  const megabytes = bytes / 1024 ** 2;
  return megabytes >= 1 ? `${megabytes.toFixed(1)} MB` : `${Math.max(1, Math.round(bytes / 1024))} KB`;
}
