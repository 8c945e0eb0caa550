import type { ContentView } from '@vlam/contract/content';

/** A small picture of an item: of the picture or film itself, else its drawn preview, as for sound and locked items. */
export const thumbnailOf = ({
  mediaType,
  sources,
  mediaUrl,
  previewUrl,
}: Pick<ContentView, 'mediaType' | 'sources' | 'mediaUrl' | 'previewUrl'>): string =>
  sources[0]?.webp ?? (mediaType === 'image' ? mediaUrl : null) ?? previewUrl;
