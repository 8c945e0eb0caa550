import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useInfiniteQuery } from '@tanstack/react-query';
import { strikesForReview } from '@vlam/contract/rules/community';
import { useState } from 'react';
import { EmptyState } from '../../../components/ui/empty-state.tsx';
import { ErrorState } from '../../../components/ui/error-state.tsx';
import { ShowMore } from '../../../components/ui/show-more.tsx';
import { Loading, SkeletonRows } from '../../../components/ui/skeleton.tsx';
import { formatNumber } from '../../../lib/numbers.ts';
import { decisionsQuery, type OwnDecision } from '../api.ts';
import { AppealSheet } from './appeal-sheet.tsx';
import { DecisionCard } from './decision-card.tsx';

/** Decisions of staff about the member and their things, newest first, with the strikes that count. */
export function DecisionList() {
  const { t } = useLingui();
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery(decisionsQuery);
  const [appealed, setAppealed] = useState<OwnDecision | null>(null);
  const decisions = data?.pages.flatMap((page) => page.items);
  const strikes = data?.pages[0]?.strikes ?? 0;
  if (error && !decisions) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!decisions)
    return (
      <Loading label={t`Loading decisions`}>
        <SkeletonRows />
      </Loading>
    );
  if (decisions.length === 0)
    return (
      <EmptyState
        title={<Trans>Nothing was decided</Trans>}
        text={
          <Trans>If a moderator decides about you or your things, you read here what, why, and how to appeal.</Trans>
        }
      />
    );
  return (
    <>
      {strikes > 0 ? (
        <div className="mb-6 flex flex-wrap items-end gap-x-4 gap-y-1">
          <p className="num text-[4rem] leading-none">{formatNumber(strikes)}</p>
          <p className="max-w-[44ch] pb-1.5 text-muted text-sm">
            <Plural value={strikes} one="strike counts." other="strikes count." />{' '}
            {strikes >= strikesForReview ? (
              <Trans>Your new items wait for a moderator.</Trans>
            ) : (
              <Trans>From {strikesForReview} on, new items wait for a moderator.</Trans>
            )}
          </p>
        </div>
      ) : null}
      <ul className="grid gap-4">
        {decisions.map((decision) => (
          <li key={decision.id}>
            <DecisionCard decision={decision} onAppeal={() => setAppealed(decision)} />
          </li>
        ))}
      </ul>
      <ShowMore list={{ hasNextPage, isFetchingNextPage, fetchNextPage }} className="mt-5" />
      {appealed ? <AppealSheet decision={appealed} onClose={() => setAppealed(null)} /> : null}
    </>
  );
}
