import { Trans, useLingui } from '@lingui/react/macro';
import FolderPlus from 'lucide-react/icons/folder-plus';
import MessageCircle from 'lucide-react/icons/message-circle';
import Trash from 'lucide-react/icons/trash-2';
import { Button } from '../../../components/ui/button.tsx';
import { Sheet } from '../../../components/ui/sheet.tsx';
import { formatDate } from '../../../lib/format.ts';
import { canShare, isSold, type LibraryFile } from '../api.ts';
import { formatBytes, useKindLabel, useUseLabel } from '../labels.ts';
import { FilePicture } from './file-picture.tsx';

interface FileSheetProps {
  file: LibraryFile;
  onClose(): void;
  onAlbum(): void;
  onChat(): void;
  onDelete(): void;
}

/** One file: what it is, everywhere it is used, and what can be done with it. */
export function FileSheet({ file, onClose, onAlbum, onChat, onDelete }: FileSheetProps) {
  const { t } = useLingui();
  const nameOf = useUseLabel();
  const kindOf = useKindLabel();
  const day = formatDate(file.createdAt);
  const end = file.deletedAt ? formatDate(file.deletedAt) : '';
  const pixels = file.width && file.height ? `${file.width} × ${file.height}` : '';
  const then = (act: () => void) => () => {
    onClose();
    act();
  };
  return (
    <Sheet
      open
      onClose={onClose}
      title={kindOf(file.kind)}
      actions={
        file.state === 'ready' ? (
          <>
            {file.uses.length === 0 ? (
              <Button icon={<Trash size={18} />} onClick={then(onDelete)}>
                <Trans>Delete</Trans>
              </Button>
            ) : null}
            {canShare(file) ? (
              <>
                <Button icon={<FolderPlus size={18} />} onClick={then(onAlbum)}>
                  <Trans>New album</Trans>
                </Button>
                <Button variant="primary" icon={<MessageCircle size={18} />} onClick={then(onChat)}>
                  <Trans>Send in a chat</Trans>
                </Button>
              </>
            ) : null}
          </>
        ) : null
      }
    >
      <div className="flex gap-4">
        <span className="relative block aspect-[4/5] w-28 shrink-0 overflow-hidden rounded-md bg-surface-2">
          <FilePicture file={file} isSmall />
        </span>
        <dl className="min-w-0 flex-1 text-sm *:odd:text-faint *:even:mb-2">
          <dt>
            <Trans>Uploaded</Trans>
          </dt>
          <dd>{day}</dd>
          <dt>
            <Trans>Size</Trans>
          </dt>
          <dd className="tabular-nums">
            {[pixels, file.bytes > 0 ? formatBytes(file.bytes) : ''].filter(Boolean).join(', ')}
          </dd>
          {end ? (
            <>
              <dt>
                <Trans>Kept until</Trans>
              </dt>
              <dd>
                <Trans>{end}, unless you use it</Trans>
              </dd>
            </>
          ) : null}
        </dl>
      </div>
      <h3 className="d4 mt-6">
        <Trans>Where it is used</Trans>
      </h3>
      {file.uses.length === 0 ? (
        <p className="mt-2 text-muted">
          <Trans>Nowhere yet. Only you see it.</Trans>
        </p>
      ) : (
        <ul className="mt-1">
          {file.uses.map((use) => (
            <li
              key={`${use.kind}${use.id}`}
              className="flex items-baseline justify-between gap-4 border-line border-t py-3 first:border-t-0"
            >
              <span className="wrap-anywhere min-w-0">{nameOf(use)}</span>
              <span className="num shrink-0 text-meta text-muted">
                {use.price > 0 ? (
                  <span className="text-gold">{t`${use.price} credits`}</span>
                ) : use.isPaid ? (
                  <Trans>Subscribers</Trans>
                ) : (
                  <Trans>Free</Trans>
                )}
              </span>
            </li>
          ))}
        </ul>
      )}
      {file.kind === 'audio' ? (
        <p className="mt-3 text-muted text-sm">
          <Trans>Sound is used again in another post. Chats and albums take photos and videos.</Trans>
        </p>
      ) : null}
      {isSold(file) ? (
        <p className="mt-3 rounded-md bg-surface-2 px-4 py-3 text-muted text-sm">
          <Trans>Others pay for this file. Who gets it free from you elsewhere need not buy it.</Trans>
        </p>
      ) : null}
    </Sheet>
  );
}
