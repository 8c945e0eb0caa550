import type { MediaView } from '@vlam/contract/media';
import type { PictureAddresses } from './files.ts';
import type { Media } from './media.ts';

export const toMediaView = (
  media: Media,
  { url, sources }: PictureAddresses,
  played: { url: string | null; progress: number | null },
): MediaView => ({
  id: media.id,
  kind: media.kind,
  state: media.state,
  reason: media.reason,
  width: media.width,
  height: media.height,
  duration: media.durationMs === null ? null : media.durationMs / 1000,
  url: media.kind === 'image' ? url : played.url,
  progress: played.progress,
  sources,
  previewUrl: sources[0]?.webp ?? null,
});
