import { Trans, useLingui } from '@lingui/react/macro';
import { useInfiniteQuery } from '@tanstack/react-query';
import { clsx } from 'clsx';
import Check from 'lucide-react/icons/check';
import { ErrorState } from '../../../components/ui/error-state.tsx';
import { ShowMore } from '../../../components/ui/show-more.tsx';
import { Loading, Skeleton } from '../../../components/ui/skeleton.tsx';
import { formatDate } from '../../../lib/format.ts';
import { canShare, type LibraryFile, type LibraryFilter, libraryQuery } from '../api.ts';
import { useKindLabel, useUseLabel } from '../labels.ts';
import { FilePicture } from './file-picture.tsx';

interface FileChoiceProps {
  /** Only files of one kind, or unused ones. */
  filter: Pick<LibraryFilter, 'kind' | 'used'>;
  /** Leaves out what does not fit the purpose. */
  fits?: (file: LibraryFile) => boolean;
  chosen: readonly LibraryFile[];
  onChange(files: readonly LibraryFile[]): void;
  /** False for a file that cannot be added to those chosen. */
  canAdd?: (file: LibraryFile) => boolean;
}

const grid = 'grid grid-cols-3 gap-2 xs:grid-cols-4';

/** Small pictures of the library's files, to choose from. */
export function FileChoice({ filter, fits = canShare, chosen, onChange, canAdd = () => true }: FileChoiceProps) {
  const { t } = useLingui();
  const nameOf = useUseLabel();
  const kindOf = useKindLabel();
  const list = useInfiniteQuery(libraryQuery({ q: '', ...filter }));
  const { data, error, refetch } = list;
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data)
    return (
      <Loading label={t`Loading your files`} className={grid}>
        {['a', 'b', 'c', 'd'].map((box) => (
          <Skeleton key={box} className="aspect-[4/5] rounded-sm" />
        ))}
      </Loading>
    );
  const files = data.pages.flatMap(({ items }) => items).filter((file) => file.state === 'ready' && fits(file));
  if (files.length === 0)
    return (
      <p className="py-6 text-center text-muted">
        <Trans>Your library has no file for this yet.</Trans>
      </p>
    );
  return (
    <>
      <ul aria-label={t`Your files`} className={`${grid} p-1`}>
        {files.map((file) => {
          const isChosen = chosen.some(({ id }) => id === file.id);
          const [first] = file.uses;
          const kind = kindOf(file.kind);
          const day = formatDate(file.createdAt);
          const where = first ? nameOf(first) : t`Not used`;
          return (
            <li key={file.id}>
              <button
                type="button"
                data-file-id={file.id}
                aria-pressed={isChosen}
                aria-label={t`${kind} of ${day}. ${where}`}
                disabled={!isChosen && !canAdd(file)}
                onClick={() => onChange(isChosen ? chosen.filter(({ id }) => id !== file.id) : [...chosen, file])}
                className={clsx(
                  'press relative block aspect-[4/5] w-full overflow-hidden rounded-sm bg-surface-2 disabled:opacity-35',
                  isChosen && 'outline-2 outline-ink outline-offset-2',
                )}
              >
                <FilePicture file={file} isSmall />
                {isChosen ? (
                  <span className="absolute top-1 right-1 grid size-6 place-items-center rounded-pill bg-ink text-bg">
                    <Check size={16} strokeWidth={2.5} />
                  </span>
                ) : null}
              </button>
            </li>
          );
        })}
      </ul>
      <ShowMore list={list} size="sm" full className="mt-3" />
    </>
  );
}
