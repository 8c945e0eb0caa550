import type { MessageView } from '@vlam/contract/messaging';
import type { Media, PictureAddresses } from '../../media/service.ts';

type MessageMediaView = NonNullable<MessageView['media']>;
type Album = NonNullable<MessageMediaView['album']>;
type Source = MessageMediaView['sources'][number];

/** A message's media as its viewer may see them. `pictures` are those of an open album. */
export function toMessageMedia(
  first: Media,
  shown: {
    id: string;
    previewUrl: string | null;
    sources: Source[];
    count: number;
    pictures?: Album['pictures'];
    needsLevel?: number | undefined;
  },
): MessageMediaView {
  const { id, previewUrl, sources, count, pictures = [], needsLevel } = shown;
  return {
    id,
    width: first.width,
    height: first.height,
    duration: first.durationMs === null ? null : first.durationMs / 1000,
    previewUrl,
    sources,
    ...(needsLevel === undefined ? {} : { needsLevel }),
    ...(count > 1 ? { album: { count, pictures } } : {}),
  };
}

export const toAlbumPicture = ({ id, width, height }: Media, { url, sources }: PictureAddresses): Album['pictures'] =>
  url ? [{ id, url, width, height, sources }] : [];
