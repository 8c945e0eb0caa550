import { Trans, useLingui } from '@lingui/react/macro';
import { clsx } from 'clsx';
import Check from 'lucide-react/icons/check';
import { formatDate } from '../../../lib/format.ts';
import { canShare, isSold, type LibraryFile } from '../api.ts';
import { useKindLabel, useUseLabel } from '../labels.ts';
import { FilePicture } from './file-picture.tsx';

interface FileTileProps {
  file: LibraryFile;
  isChosen: boolean;
  onChoose(): void;
  onOpen(): void;
}

/** One file of the library: its picture, its first use, and a button that chooses it. */
export function FileTile({ file, isChosen, onChoose, onOpen }: FileTileProps) {
  const { t } = useLingui();
  const nameOf = useUseLabel();
  const kindOf = useKindLabel();
  const [first, ...others] = file.uses;
  const more = others.length;
  const kind = kindOf(file.kind);
  const where = first ? nameOf(first) : t`Not used`;
  const day = formatDate(file.createdAt);
  return (
    <div data-file-id={file.id} className="relative">
      <button
        type="button"
        aria-label={t`${kind} of ${day}. ${where}`}
        onClick={onOpen}
        className={clsx(
          'press relative isolate block aspect-[4/5] w-full overflow-hidden rounded-md bg-surface-2 text-left text-on-picture',
          isChosen && 'outline-2 outline-ink outline-offset-2',
        )}
      >
        <FilePicture file={file} />
        <span
          aria-hidden
          className="absolute inset-x-0 bottom-0 bg-linear-to-b from-transparent to-[rgb(10_6_6/.86)] px-3 pt-10 pb-2.5"
        >
          <span className="line-clamp-2 wrap-anywhere font-semibold text-sm leading-tight">{where}</span>
          <span className="mt-0.5 flex flex-wrap items-center gap-x-2 text-micro text-on-picture-2">
            {more > 0 ? <Trans>+{more} more</Trans> : day}
            {isSold(file) ? (
              <span className="text-picture-gold">
                <Trans>Sold</Trans>
              </span>
            ) : null}
          </span>
        </span>
      </button>
      {canShare(file) ? (
        <button
          type="button"
          aria-pressed={isChosen}
          aria-label={t`Choose: ${kind} of ${day}. ${where}`}
          onClick={onChoose}
          className="absolute top-0 right-0 grid size-11 place-items-center"
        >
          <span
            className={clsx(
              'grid size-6.5 place-items-center rounded-pill',
              isChosen ? 'bg-ink text-bg' : 'bg-picture-tag text-transparent inset-ring-2 inset-ring-on-picture',
            )}
          >
            <Check size={16} strokeWidth={2.5} />
          </span>
        </button>
      ) : null}
    </div>
  );
}
