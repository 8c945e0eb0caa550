import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import ShieldCheck from 'lucide-react/icons/shield-check';
import { PageTitle } from '../../components/ui/page-title.tsx';
import { Tag } from '../../components/ui/tag.tsx';
import { AgeReviewList } from '../../features/administration/components/age-review-list.tsx';
import { queryOf } from '../../lib/api.ts';
import { formatNumber } from '../../lib/numbers.ts';

/** Accounts whose age staff must confirm by a document. */
export function Route() {
  const { data } = useQuery(queryOf('staffWaiting'));
  const waiting = data?.ageReviews ?? null;
  return (
    <>
      <PageTitle
        size="d3"
        aside={
          <Tag tone="admin" icon={<ShieldCheck />}>
            <Trans>Admin View</Trans>
          </Tag>
        }
      >
        <Trans>Age reviews</Trans>
      </PageTitle>
      {waiting === null || waiting === 0 ? null : (
        <p className="mt-1 text-muted">
          <Trans>{formatNumber(waiting)} waiting</Trans>
        </p>
      )}
      <div className="mt-5">
        <AgeReviewList />
      </div>
    </>
  );
}
