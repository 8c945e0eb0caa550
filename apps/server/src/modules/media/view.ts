import type { MediaView } from '@vlam/contract/media';
import type { PictureAddresses } from './files.ts';
import type { Media } from './media.ts';

export const toMediaView = (media: Media, { url, sources }: PictureAddresses, clipUrl: string | null): MediaView => ({
  id: media.id,
  kind: media.kind,
  state: media.state,
  reason: media.reason,
  width: media.width,
  height: media.height,
  duration: media.durationMs === null ? null : media.durationMs / 1000,
  url: media.kind === 'video' ? clipUrl : url,
  sources,
  previewUrl: sources[0]?.webp ?? null,
});
