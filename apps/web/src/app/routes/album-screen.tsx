import { Trans, useLingui } from '@lingui/react/macro';
import Pencil from 'lucide-react/icons/pencil';
import Trash from 'lucide-react/icons/trash-2';
import { useState } from 'react';
import { Button } from '../../components/ui/button.tsx';
import { Sheet } from '../../components/ui/sheet.tsx';
import { SheetFoot } from '../../components/ui/sheet-foot.tsx';
import { type Album, useDeleteAlbum } from '../../features/library/api.ts';
import { AlbumPage } from '../../features/library/components/album-page.tsx';
import { go } from '../../lib/router.tsx';
import { lazyPart } from '../../lib/styles.ts';
import { toast } from '../../lib/toast.ts';
import { useFailure } from '../../lib/use-failure.ts';
import { LazyBoundary } from '../shell/lazy-boundary.tsx';

const AlbumEditor = lazyPart(() =>
  import('../../features/library/components/album-editor.tsx').then((module) => module.AlbumEditor),
);
const AlbumGallery = lazyPart(() => import('./album-gallery.tsx').then((module) => module.AlbumGallery));

/** One album, the member's own or shared with them. */
export function AlbumScreen({ id }: { id: string }) {
  const [editing, setEditing] = useState<Album | null>(null);
  const [deleting, setDeleting] = useState<Album | null>(null);
  return (
    <>
      <AlbumPage
        key={id}
        id={id}
        renderActions={(album) => (
          <div className="flex flex-wrap gap-2">
            <Button size="sm" icon={<Pencil size={18} />} onClick={() => setEditing(album)}>
              <Trans>Change or share</Trans>
            </Button>
            <Button size="sm" variant="ghost" icon={<Trash size={18} />} onClick={() => setDeleting(album)}>
              <Trans>Delete album</Trans>
            </Button>
          </div>
        )}
        renderViewer={(album, first, onClose) => (
          <LazyBoundary close={onClose}>
            <AlbumGallery album={album} first={first} onClose={onClose} />
          </LazyBoundary>
        )}
      />
      {editing ? (
        <LazyBoundary close={() => setEditing(null)}>
          <AlbumEditor album={editing} onClose={() => setEditing(null)} onSaved={() => setEditing(null)} />
        </LazyBoundary>
      ) : null}
      {deleting ? <DeleteSheet album={deleting} onClose={() => setDeleting(null)} /> : null}
    </>
  );
}

function DeleteSheet({ album, onClose }: { album: Album; onClose(): void }) {
  const { t } = useLingui();
  const fail = useFailure();
  const remove = useDeleteAlbum({
    onSuccess: () => {
      toast({ title: t`Album deleted` });
      go({ to: '/library', search: { show: 'albums' }, replace: true });
    },
    onError: fail,
  });
  return (
    <Sheet
      open
      onClose={onClose}
      locked={remove.isPending}
      title={<Trans>Delete this album?</Trans>}
      intro={t`Nobody sees "${album.title}" any more. The files stay in your library.`}
      actions={
        <SheetFoot
          onCancel={onClose}
          action={<Trans>Delete album</Trans>}
          variant="danger"
          busy={remove.isPending}
          busyLabel={<Trans>Deleting</Trans>}
          onConfirm={() => remove.mutate(album.id)}
        />
      }
    />
  );
}
