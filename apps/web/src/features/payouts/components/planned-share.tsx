import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { queryOf } from '../../../lib/api.ts';
import { formatDate } from '../../../lib/format.ts';
import { languageStore } from '../../../lib/language.ts';
import { useStore } from '../../../lib/store.ts';

/** The share of sales that is announced, until it begins. */
export function PlannedShare() {
  const language = useStore(languageStore);
  const { data } = useQuery(queryOf('revenueShares'));
  const current = data?.shares[0];
  if (!data?.planned || !current) return null;
  const { creatorPercent, since } = data.planned;
  return (
    <p role="note" className="mt-4 rounded-md bg-warning-soft px-4 py-3 text-sm">
      <Trans>
        From {formatDate(since, language)} you get {creatorPercent}% of each sale. Until then it is{' '}
        {current.creatorPercent}%.
      </Trans>
    </p>
  );
}
