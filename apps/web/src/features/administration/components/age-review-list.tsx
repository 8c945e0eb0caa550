import { Trans, useLingui } from '@lingui/react/macro';
import { useInfiniteQuery } from '@tanstack/react-query';
import ChevronRight from 'lucide-react/icons/chevron-right';
import { useState } from 'react';
import { EmptyState } from '../../../components/ui/empty-state.tsx';
import { ErrorState } from '../../../components/ui/error-state.tsx';
import { PostedAge } from '../../../components/ui/posted-age.tsx';
import { ShowMore } from '../../../components/ui/show-more.tsx';
import { Loading, SkeletonRows } from '../../../components/ui/skeleton.tsx';
import { Tag } from '../../../components/ui/tag.tsx';
import { type AgeReview, ageReviewsQuery } from '../api.ts';
import { ageReviewReasonLabels } from '../labels.ts';
import { AgeReviewSheet } from './age-review-sheet.tsx';

export function AgeReviewList() {
  const { t } = useLingui();
  const [open, setOpen] = useState<AgeReview | null>(null);
  const query = useInfiniteQuery(ageReviewsQuery);
  const rows = query.data?.pages.flatMap(({ items }) => items);
  return (
    <>
      {query.error && !rows ? (
        <ErrorState error={query.error} onRetry={() => void query.refetch()} />
      ) : !rows ? (
        <Loading label={t`Loading age reviews`}>
          <SkeletonRows />
        </Loading>
      ) : rows.length === 0 ? (
        <EmptyState
          title={<Trans>No one is waiting</Trans>}
          text={<Trans>Accounts whose age a document must prove are listed here, the longest waiting first.</Trans>}
        />
      ) : (
        <ul className="rise border-line border-t">
          {rows.map((review) => (
            <Row key={review.id} review={review} onOpen={() => setOpen(review)} />
          ))}
        </ul>
      )}
      <ShowMore list={query} className="mt-4" />
      {open ? <AgeReviewSheet key={open.id} review={open} onClose={() => setOpen(null)} /> : null}
    </>
  );
}

function Row({ review, onOpen }: { review: AgeReview; onOpen(): void }) {
  const { i18n } = useLingui();
  return (
    <li className="border-line border-b">
      <button
        type="button"
        onClick={onOpen}
        className="press grid min-h-18 w-full grid-cols-[minmax(0,1fr)_20px] items-center gap-x-4 gap-y-1.5 py-3.5 text-left lg:grid-cols-[minmax(0,1fr)_auto_20px]"
      >
        <span className="min-w-0">
          <span className="block wrap-anywhere font-semibold">
            {review.firstName} {review.lastName}
          </span>
          <span className="block text-faint text-meta">
            <PostedAge at={review.since} />
          </span>
        </span>
        <span className="col-start-1 lg:col-start-auto">
          <Tag tone={review.reason === 'number_in_use' ? 'warning' : 'neutral'}>
            {i18n._(ageReviewReasonLabels[review.reason])}
          </Tag>
        </span>
        <ChevronRight
          size={20}
          aria-hidden
          className="col-start-2 row-start-1 text-faint lg:col-start-auto lg:row-start-auto"
        />
      </button>
    </li>
  );
}
