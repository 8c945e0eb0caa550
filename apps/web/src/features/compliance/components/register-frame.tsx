import { Trans, useLingui } from '@lingui/react/macro';
import ArrowLeft from 'lucide-react/icons/arrow-left';
import Download from 'lucide-react/icons/download';
import type { ReactNode } from 'react';
import { buttonStyle } from '../../../components/ui/button.tsx';
import { EmptyState } from '../../../components/ui/empty-state.tsx';
import { ErrorState } from '../../../components/ui/error-state.tsx';
import { PageTitle } from '../../../components/ui/page-title.tsx';
import { SearchField } from '../../../components/ui/search-field.tsx';
import { NextPageError, ShowMore } from '../../../components/ui/show-more.tsx';
import { Loading, SkeletonRows } from '../../../components/ui/skeleton.tsx';
import { Link } from '../../../lib/router.tsx';

interface RegisterFrameProps<Item extends { id: string }> {
  title: ReactNode;
  lead: ReactNode;
  /** Address of the whole register as CSV. */
  file: string;
  q: string;
  onSearch(q: string): void;
  empty: ReactNode;
  list: {
    data: { pages: { items: Item[] }[] } | undefined;
    error: Error | null;
    refetch(): unknown;
    hasNextPage: boolean;
    isFetchingNextPage: boolean;
    isFetchNextPageError: boolean;
    fetchNextPage(): unknown;
  };
  row(item: Item): ReactNode;
}

/** A register: search, rows, and the file. */
export function RegisterFrame<Item extends { id: string }>({
  title,
  lead,
  file,
  q,
  onSearch,
  empty,
  list,
  row,
}: RegisterFrameProps<Item>) {
  const { t } = useLingui();
  const items = list.data?.pages.flatMap((page) => page.items);
  return (
    <>
      <Link
        to="/compliance"
        className="-ml-1 inline-flex min-h-11 items-center gap-3 rounded-sm px-1 pt-1 text-muted text-sm hover:text-ink"
      >
        <ArrowLeft size={20} aria-hidden />
        <Trans>Compliance</Trans>
      </Link>
      <PageTitle
        className="pt-0!"
        lead={lead}
        aside={
          <a href={file} download className={buttonStyle({ size: 'sm' })}>
            <Download size={18} aria-hidden />
            <Trans>Save as CSV</Trans>
          </a>
        }
      >
        {title}
      </PageTitle>
      <div className="mt-5 max-w-[480px]">
        <SearchField
          label={t`Search titles`}
          placeholder={t`Search titles`}
          value={q}
          maxLength={100}
          onChange={onSearch}
        />
      </div>
      <div className="mt-3">
        {list.error && !items ? (
          <ErrorState error={list.error} onRetry={() => void list.refetch()} />
        ) : !items ? (
          <Loading label={t`Loading the register`}>
            <SkeletonRows />
          </Loading>
        ) : items.length === 0 ? (
          <EmptyState
            title={q ? <Trans>Nothing found</Trans> : <Trans>Nothing is kept yet</Trans>}
            text={q ? <Trans>No title contains these words.</Trans> : empty}
          />
        ) : (
          <ul>
            {items.map((item) => (
              <li key={item.id} className="border-line border-t first:border-t-0">
                {row(item)}
              </li>
            ))}
          </ul>
        )}
        {list.isFetchNextPageError ? (
          <NextPageError error={list.error} onRetry={() => void list.fetchNextPage()} />
        ) : (
          <ShowMore list={list} className="mt-6" />
        )}
      </div>
    </>
  );
}
