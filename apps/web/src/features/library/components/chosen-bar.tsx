import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { albumRange } from '@vlam/contract/rules/messaging';
import FolderPlus from 'lucide-react/icons/folder-plus';
import MessageCircle from 'lucide-react/icons/message-circle';
import Package from 'lucide-react/icons/package';
import Trash from 'lucide-react/icons/trash-2';
import X from 'lucide-react/icons/x';
import { Button } from '../../../components/ui/button.tsx';
import { IconButton } from '../../../components/ui/icon-button.tsx';
import type { LibraryFile } from '../api.ts';

interface ChosenBarProps {
  files: readonly LibraryFile[];
  onClear(): void;
  onAlbum(): void;
  onChat(): void;
  onBundle(contentIds: readonly string[]): void;
  onDelete(): void;
}

/** Whether files fit into one message: pictures together, or one clip. */
export const fitOneMessage = (files: readonly Pick<LibraryFile, 'kind'>[]): boolean =>
  files.length === 1 || (files.length <= albumRange.max && files.every(({ kind }) => kind === 'image'));

/** What can be done with the chosen files, at the foot of the screen. */
export function ChosenBar({ files, onClear, onAlbum, onChat, onBundle, onDelete }: ChosenBarProps) {
  const { t } = useLingui();
  const sold = files.flatMap(({ uses }) => uses.find(({ kind, price }) => kind === 'post' && price > 0)?.id ?? []);
  const isUnused = files.every(({ uses }) => uses.length === 0);
  return (
    <section
      aria-label={t`Chosen files`}
      className="rise sticky bottom-[calc(var(--bar-bottom,0px)+12px)] z-10 mt-6 flex flex-wrap items-center gap-2 rounded-card bg-surface-2 p-2 shadow-pop inset-ring inset-ring-line-strong lg:bottom-4"
    >
      <p
        role="status"
        className="flex basis-full items-center sm:flex-1 sm:basis-28 gap-1 whitespace-nowrap font-semibold text-sm"
      >
        <IconButton label={t`Choose none`} onClick={onClear}>
          <X size={20} />
        </IconButton>
        <Plural value={files.length} one="# chosen" other="# chosen" />
      </p>
      {isUnused ? (
        <Button size="sm" className="max-sm:flex-1" icon={<Trash size={18} />} onClick={onDelete}>
          <Trans>Delete</Trans>
        </Button>
      ) : null}
      {sold.length === files.length && files.length > 1 ? (
        <Button size="sm" className="max-sm:flex-1" icon={<Package size={18} />} onClick={() => onBundle(sold)}>
          <Trans>Bundle</Trans>
        </Button>
      ) : null}
      {fitOneMessage(files) ? (
        <Button size="sm" className="max-sm:flex-1" icon={<MessageCircle size={18} />} onClick={onChat}>
          <Trans>Send in a chat</Trans>
        </Button>
      ) : null}
      <Button size="sm" variant="primary" className="max-sm:flex-1" icon={<FolderPlus size={18} />} onClick={onAlbum}>
        <Trans>New album</Trans>
      </Button>
    </section>
  );
}
