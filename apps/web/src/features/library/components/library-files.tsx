import { Trans, useLingui } from '@lingui/react/macro';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import { Button, buttonStyle } from '../../../components/ui/button.tsx';
import { EmptyState } from '../../../components/ui/empty-state.tsx';
import { ErrorState } from '../../../components/ui/error-state.tsx';
import { NextPageError, ShowMore } from '../../../components/ui/show-more.tsx';
import { Loading, Skeleton } from '../../../components/ui/skeleton.tsx';
import { formatNumber } from '../../../lib/format.ts';
import { Link } from '../../../lib/router.tsx';
import { type LibraryFile, type LibraryFilter, libraryQuery } from '../api.ts';
import { formatBytes } from '../labels.ts';
import { useDeleteFiles } from '../use-delete-files.ts';
import { ChosenBar } from './chosen-bar.tsx';
import { FileFilters } from './file-filters.tsx';
import { FileSheet } from './file-sheet.tsx';
import { FileTile } from './file-tile.tsx';

export const fileGrid = 'grid grid-cols-2 gap-2 sm:grid-cols-3 sm:gap-3 xl:grid-cols-5';

interface LibraryFilesProps {
  onAlbum(files: readonly LibraryFile[]): void;
  onChat(files: readonly LibraryFile[]): void;
  onBundle(contentIds: readonly string[]): void;
}

/** Everything the creator uploaded, with what one can do with it. */
export function LibraryFiles({ onAlbum, onChat, onBundle }: LibraryFilesProps) {
  const { t } = useLingui();
  const [filter, setFilter] = useState<LibraryFilter>({ q: '' });
  const change = useCallback((next: LibraryFilter) => setFilter(next), []);
  const list = useInfiniteQuery(libraryQuery(filter));
  const [chosen, setChosen] = useState<readonly LibraryFile[]>([]);
  const [openId, setOpenId] = useState<string | null>(null);
  const { hidden, remove } = useDeleteFiles();
  const { data, error, refetch, fetchNextPage } = list;
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data) return <FilesLoading />;
  const total = data.pages[0]?.total;
  const files = data.pages.flatMap(({ items }) => items).filter(({ id }) => !hidden.has(id));
  const open = files.find(({ id }) => id === openId);
  const isChosen = ({ id }: LibraryFile) => chosen.some((each) => each.id === id);
  const isFiltered = Boolean(filter.kind || filter.used || filter.q);
  if (total?.files === 0)
    return (
      <EmptyState
        title={<Trans>Nothing uploaded yet</Trans>}
        text={<Trans>Every picture and clip you publish, send or deliver is kept here, ready to be used again.</Trans>}
        action={
          <Link to="/create" className={buttonStyle({ variant: 'bone' })}>
            <Trans>Publish something</Trans>
          </Link>
        }
      />
    );
  return (
    <div aria-busy={list.isPlaceholderData}>
      <p className="mb-4 text-muted text-sm">
        {total ? (
          total.bytes > 0 ? (
            <Trans>
              {formatNumber(total.files)} files, {formatBytes(total.bytes)} stored
            </Trans>
          ) : (
            <Trans>{formatNumber(total.files)} files</Trans>
          )
        ) : null}
      </p>
      <FileFilters filter={filter} onChange={change} />
      {files.length === 0 ? (
        <EmptyState
          title={<Trans>No file fits that</Trans>}
          action={
            isFiltered ? (
              <Button variant="bone" onClick={() => setFilter({ q: '' })}>
                <Trans>Show all files</Trans>
              </Button>
            ) : null
          }
        />
      ) : (
        <ul aria-label={t`Files`} className={`${fileGrid} mt-5`}>
          {files.map((file) => (
            <li key={file.id}>
              <FileTile
                file={file}
                isChosen={isChosen(file)}
                onChoose={() =>
                  setChosen(isChosen(file) ? chosen.filter(({ id }) => id !== file.id) : [...chosen, file])
                }
                onOpen={() => setOpenId(file.id)}
              />
            </li>
          ))}
        </ul>
      )}
      {list.isFetchNextPageError ? (
        <NextPageError error={error} onRetry={() => void fetchNextPage()} />
      ) : (
        <ShowMore list={list} full className="mt-8" />
      )}
      {open ? (
        <FileSheet
          file={open}
          onClose={() => setOpenId(null)}
          onAlbum={() => onAlbum([open])}
          onChat={() => onChat([open])}
          onDelete={() => remove([open])}
        />
      ) : null}
      {chosen.length > 0 ? (
        <ChosenBar
          files={chosen}
          onClear={() => setChosen([])}
          onAlbum={() => onAlbum(chosen)}
          onChat={() => onChat(chosen)}
          onBundle={onBundle}
          onDelete={() => {
            remove(chosen);
            setChosen([]);
          }}
        />
      ) : null}
    </div>
  );
}

function FilesLoading() {
  const { t } = useLingui();
  return (
    <Loading label={t`Loading your files`} className={fileGrid}>
      {['a', 'b', 'c', 'd', 'e', 'f'].map((box) => (
        <Skeleton key={box} className="aspect-[4/5] rounded-md" />
      ))}
    </Loading>
  );
}
