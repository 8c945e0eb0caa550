import { Trans, useLingui } from '@lingui/react/macro';
import { useInfiniteQuery } from '@tanstack/react-query';
import { EmptyState } from '../../../components/ui/empty-state.tsx';
import { ErrorState } from '../../../components/ui/error-state.tsx';
import { NextPageError, ShowMore } from '../../../components/ui/show-more.tsx';
import { Loading, SkeletonRows } from '../../../components/ui/skeleton.tsx';
import { formatNumber, formatRand } from '../../../lib/numbers.ts';
import { wordsOf } from '../words-of.ts';
import { type HistoryItem, historyQuery } from './api.ts';
import { lookOf } from './history-labels.ts';
import { useWhen } from './when.ts';

/** What happened to a member or what they did, newest first; the number of the audit log at the right. */
export function MemberHistory({ id, part }: { id: string; part: HistoryItem['part'] | undefined }) {
  const { t } = useLingui();
  const query = useInfiniteQuery(historyQuery(id, part));
  const items = query.data?.pages.flatMap((page) => page.items);
  if (query.error && !items) return <ErrorState error={query.error} onRetry={() => void query.refetch()} />;
  if (!items)
    return (
      <Loading label={t`Loading history`}>
        <SkeletonRows count={5} />
      </Loading>
    );
  if (items.length === 0)
    return <EmptyState title={<Trans>Nothing here</Trans>} text={<Trans>Nothing of this kind happened.</Trans>} />;
  return (
    <>
      <ol>
        {items.map((item) => (
          <Row key={item.id} item={item} />
        ))}
      </ol>
      {query.isFetchNextPageError ? (
        <NextPageError error={query.error} onRetry={() => void query.fetchNextPage()} />
      ) : (
        <ShowMore list={query} className="mt-6" />
      )}
    </>
  );
}

function Row({ item }: { item: HistoryItem }) {
  const { i18n } = useLingui();
  const when = useWhen();
  const { label, Icon, colour } = lookOf(item);
  const { amount, auditNumber } = item;
  const detail = [item.text, item.actor].filter(Boolean).join('. ');
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-4 gap-y-1 border-line border-b py-3.5 sm:grid-cols-[7.5rem_minmax(0,1fr)_auto]">
      <time dateTime={item.at} className="text-muted text-sm max-sm:row-start-2">
        {when(item.at, { relative: false })}
      </time>
      <div className="min-w-0 max-sm:col-span-2 max-sm:row-start-1 sm:col-start-2 sm:row-start-1">
        <p className="flex gap-2 font-semibold text-sm">
          <Icon size={16} aria-hidden className={`mt-0.5 shrink-0 ${colour}`} />
          <span className="min-w-0 wrap-anywhere">{label ? i18n._(label) : wordsOf(item.kind)}</span>
        </p>
        {detail ? <p className="mt-0.5 wrap-anywhere pl-6 text-faint text-meta">{detail}</p> : null}
      </div>
      <p className="text-right text-faint text-meta tabular-nums max-sm:row-start-2 sm:col-start-3 sm:row-start-1">
        {amount ? (
          amount.currency === 'cents' ? (
            <span className="text-ink">{formatRand(amount.value / 100)}</span>
          ) : (
            <span className="text-gold">
              <Trans>{formatNumber(amount.value)} credits</Trans>
            </span>
          )
        ) : auditNumber === null ? null : (
          <span>
            <span className="sr-only">
              <Trans>Number in the audit log:</Trans>{' '}
            </span>
            {formatNumber(auditNumber)}
          </span>
        )}
      </p>
    </li>
  );
}
