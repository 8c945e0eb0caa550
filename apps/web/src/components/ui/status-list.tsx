import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { Chip, ChipRow } from './chip.tsx';
import { ErrorState } from './error-state.tsx';
import { ShowMore } from './show-more.tsx';

/** Part of an infinite query that the list needs. */
interface Pages<Item> {
  data: { pages: readonly { items: readonly Item[] }[] } | undefined;
  error: Error | null;
  hasNextPage: boolean;
  isFetchingNextPage: boolean;
  refetch(): unknown;
  fetchNextPage(): unknown;
}

interface StatusListProps<Item, Status extends string> {
  /** Values of the chips. */
  label: string;
  statuses: readonly Status[];
  labelOf(status: Status): ReactNode;
  /** Undefined shows all. */
  status: Status | undefined;
  onStatus(status: Status | undefined): void;
  /** True when all can be shown; else one status is always selected. */
  withAll?: boolean;
  /** What is shown without a status, where that is not everything. */
  allLabel?: ReactNode;
  query: Pages<Item>;
  loading: ReactNode;
  empty: ReactNode;
  children(items: readonly Item[]): ReactNode;
  className?: string;
}

/** A paged list with chips to filter by status. */
export function StatusList<Item, Status extends string>(props: StatusListProps<Item, Status>) {
  const { query, status, onStatus, withAll = true } = props;
  const items = query.data?.pages.flatMap((page) => page.items);
  return (
    <>
      <ChipRow label={props.label} {...(props.className ? { className: props.className } : {})}>
        {withAll ? (
          <Chip pressed={status === undefined} onClick={() => onStatus(undefined)}>
            {props.allLabel ?? <Trans>All</Trans>}
          </Chip>
        ) : null}
        {props.statuses.map((each) => (
          <Chip key={each} pressed={status === each} onClick={() => onStatus(each)}>
            {props.labelOf(each)}
          </Chip>
        ))}
      </ChipRow>
      <div className="mt-5">
        {query.error && !items ? (
          <ErrorState error={query.error} onRetry={() => void query.refetch()} />
        ) : !items ? (
          props.loading
        ) : items.length === 0 ? (
          props.empty
        ) : (
          props.children(items)
        )}
        <ShowMore list={query} className="mt-6" />
      </div>
    </>
  );
}
