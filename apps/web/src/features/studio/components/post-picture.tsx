import EyeOff from 'lucide-react/icons/eye-off';
import type { Post } from '../api.ts';

/** The post's picture or poster, by its widths; fills its frame. What was taken down has none. */
export function PostPicture({ post: { item, state }, sizes }: { post: Post; sizes: string }) {
  if (state === 'removed')
    return (
      <span aria-hidden className="grid size-full place-items-center bg-surface-2 text-faint">
        <EyeOff size={20} strokeWidth={1.75} />
      </span>
    );
  const still = item.sources.at(-1)?.webp ?? (item.mediaType === 'image' ? item.mediaUrl : null) ?? item.previewUrl;
  return (
    <img
      src={still}
      srcSet={item.sources.map(({ webp, width }) => `${webp} ${width}w`).join(', ') || undefined}
      sizes={sizes}
      alt=""
      loading="lazy"
      decoding="async"
      className="size-full bg-surface-2 object-cover"
    />
  );
}
