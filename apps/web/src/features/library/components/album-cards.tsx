import { Plural, Trans } from '@lingui/react/macro';
import { Link } from '../../../lib/router.tsx';
import type { AlbumSummary } from '../api.ts';

/** Albums as covers with their name; each opens. */
export function AlbumCards({ albums, label }: { albums: readonly AlbumSummary[]; label: string }) {
  return (
    <ul aria-label={label} className="rise grid grid-cols-2 gap-x-3 gap-y-5 sm:grid-cols-3 xl:grid-cols-4">
      {albums.map((album) => (
        <li key={album.id}>
          <Link to="/library" search={{ album: album.id }} className="press block rounded-card">
            <Cover album={album} />
            <span className="mt-2 block wrap-anywhere font-semibold">{album.title}</span>
            <span className="block text-meta text-muted">
              <Plural value={album.files} _0="Empty" one="# file" other="# files" />
              {', '}
              {album.people === null ? (
                album.owner.displayName
              ) : (
                <Plural value={album.people} _0="only you" one="shared with #" other="shared with #" />
              )}
            </span>
          </Link>
        </li>
      ))}
    </ul>
  );
}

/** The first picture over the edges of two more. */
function Cover({ album: { previewUrl, files } }: { album: AlbumSummary }) {
  return (
    <span className="relative block pt-3">
      {files > 2 ? <span className="absolute inset-x-5 top-0 h-6 rounded-t-card bg-surface-2" /> : null}
      {files > 1 ? <span className="absolute inset-x-2.5 top-1.5 h-6 rounded-t-card bg-surface-3" /> : null}
      <span className="relative block aspect-[4/3] overflow-hidden rounded-card bg-surface-2">
        {previewUrl ? (
          <img src={previewUrl} alt="" loading="lazy" className="size-full object-cover" />
        ) : (
          <span className="grid size-full place-items-center text-meta text-muted">
            <Trans>No pictures</Trans>
          </span>
        )}
      </span>
    </span>
  );
}
