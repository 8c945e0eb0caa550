import { clipLimits, clipTypes, pictureTypes, soundTypes, uploadLimits } from '@vlam/contract/media';
import { isHeic } from './picture-name.ts';

/** `clip` is a video of a chat or a request, `video` one that is published. */
export type UploadKind = 'image' | 'clip' | 'video' | 'audio';
export type FileRefusal = 'heic' | 'empty' | `${UploadKind}-${'type' | 'size'}`;

/** What a form takes: files of one kind, or pictures, videos and perhaps sound side by side. */
interface TakenFiles {
  kind: UploadKind;
  isMixed: boolean;
  /** As which videos beside pictures are sent. */
  videos: UploadKind;
  takesSound: boolean;
}

type NamedFile = Pick<File, 'name' | 'type' | 'size'>;

const types: Record<UploadKind, readonly string[]> = {
  image: pictureTypes,
  clip: clipTypes,
  video: clipTypes,
  audio: soundTypes,
};

/**
 * Types a file picker offers. Without HEIC in the list, Apple's pickers convert photos to JPEG; M4A has no name that
 * all browsers know.
 */
export const acceptOf: Record<UploadKind, string> = {
  image: types.image.join(),
  clip: types.clip.join(),
  video: types.video.join(),
  audio: [...types.audio, '.m4a'].join(),
};

/** What the picker of a form offers. */
export const acceptedBy = ({
  kind,
  isMixed,
  takesSound,
}: Pick<TakenFiles, 'kind' | 'isMixed' | 'takesSound'>): string =>
  isMixed ? [acceptOf.image, acceptOf.video, ...(takesSound ? [acceptOf.audio] : [])].join() : acceptOf[kind];

/** The kind as which a form takes a file. */
export function kindOfFile(file: NamedFile, { kind, isMixed, videos, takesSound }: TakenFiles): UploadKind {
  if (!isMixed) return kind;
  const [type] = file.type.split('/');
  if (type === 'video') return videos;
  return type === 'image' ? 'image' : type === 'audio' && takesSound ? 'audio' : kind;
}

const largestBytes: Record<UploadKind, number> = {
  image: uploadLimits.image,
  clip: clipLimits.bytes,
  video: uploadLimits.video,
  audio: uploadLimits.audio,
};

/** Browsers' other names for types of sound. */
const otherNames: Record<string, string> = {
  'audio/x-m4a': 'audio/mp4',
  'audio/m4a': 'audio/mp4',
  'audio/mp3': 'audio/mpeg',
  'audio/x-wav': 'audio/wav',
  'audio/vnd.wave': 'audio/wav',
  'audio/x-flac': 'audio/flac',
  'audio/x-aac': 'audio/aac',
};

/** Reason to refuse a file by its type; null when accepted. A HEIC picture is accepted where it can be converted. */
export function typeRefusalOf(file: NamedFile, kind: UploadKind): FileRefusal | null {
  if (file.size === 0) return 'empty';
  if (kind === 'image' && isHeic(file)) return null;
  return types[kind].includes(otherNames[file.type] ?? file.type) ? null : `${kind}-type`;
}

/** Reason to refuse what would travel, the file or its smaller copy; null when accepted. The server checks again. */
export const sizeRefusalOf = (size: number, kind: UploadKind): FileRefusal | null =>
  size > largestBytes[kind] ? `${kind}-size` : null;

/** `3.4 MB`, `640 KB`. */
export function formatFileSize(bytes: number): string {
  const megabytes = bytes / 1024 ** 2;
  return megabytes >= 1 ? `${megabytes.toFixed(1)} MB` : `${Math.max(1, Math.round(bytes / 1024))} KB`;
}
