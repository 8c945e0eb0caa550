import { Trans, useLingui } from '@lingui/react/macro';
import { useInfiniteQuery } from '@tanstack/react-query';
import type { ChargebackRatio } from '@vlam/contract/risk';
import { useState } from 'react';
import { Chip, ChipRow } from '../../components/ui/chip.tsx';
import { EmptyState } from '../../components/ui/empty-state.tsx';
import { ErrorState } from '../../components/ui/error-state.tsx';
import { ShowMore } from '../../components/ui/show-more.tsx';
import { Loading, SkeletonRows } from '../../components/ui/skeleton.tsx';
import { formatDate, formatNumber, formatRand, formatTime } from '../../lib/format.ts';
import { languageStore } from '../../lib/language.ts';
import { Link } from '../../lib/router.tsx';
import { useStore } from '../../lib/store.ts';
import { ratiosQuery } from './api.ts';

/** Creators who received charged-back card payments, the largest share first. */
export function RatioList() {
  const { t } = useLingui();
  const language = useStore(languageStore);
  const [days, setDays] = useState<'30' | '90'>('90');
  const query = useInfiniteQuery(ratiosQuery(days));
  const first = query.data?.pages[0];
  const items = query.data?.pages.flatMap((page) => page.items);
  return (
    <>
      <ChipRow label={t`Days`}>
        {(['30', '90'] as const).map((each) => (
          <Chip key={each} pressed={days === each} onClick={() => setDays(each)}>
            <Trans>{each} days</Trans>
          </Chip>
        ))}
      </ChipRow>
      <div className="mt-5">
        {query.error && !items ? (
          <ErrorState error={query.error} onRetry={() => void query.refetch()} />
        ) : !items || !first ? (
          <Loading label={t`Loading charged-back payments`}>
            <SkeletonRows />
          </Loading>
        ) : items.length === 0 ? (
          <EmptyState
            title={<Trans>No payment was charged back</Trans>}
            text={<Trans>Creators appear here when a card payment that reached them is taken back.</Trans>}
          />
        ) : (
          <>
            <p className="max-w-[68ch] text-muted text-sm">
              <Trans>
                Card payments whose credits reached a creator, and the part of them that was charged back. From{' '}
                {first.threshold.payments} payments and {first.threshold.percent} % on it is a signal.
              </Trans>
            </p>
            <ul className="rise mt-3" aria-label={t`Creators`}>
              {items.map((each) => (
                <li key={each.member.accountId} className="border-line border-t first:border-t-0">
                  <RatioRow
                    ratio={each}
                    isOver={each.chargedBack >= first.threshold.payments && each.percent >= first.threshold.percent}
                  />
                </li>
              ))}
            </ul>
            <ShowMore list={query} className="mt-6" />
            {first.countedAt ? (
              <p className="mt-4 text-faint text-meta">
                <Trans>
                  Counted on {formatDate(first.countedAt, language)} at {formatTime(first.countedAt)}
                </Trans>
              </p>
            ) : null}
          </>
        )}
      </div>
    </>
  );
}

function RatioRow({ ratio, isOver }: { ratio: ChargebackRatio; isOver: boolean }) {
  const { member } = ratio;
  return (
    <Link
      to="/admin/users/:id"
      params={{ id: member.accountId }}
      className="-mx-3 flex min-h-18 items-center gap-4 rounded-field px-3 py-3 hover:bg-surface-1"
    >
      <span className="min-w-0 flex-1">
        <span className="block wrap-anywhere font-semibold">{member.name}</span>
        <span className="block text-muted text-sm">
          <Trans>
            {formatNumber(ratio.chargedBack)} of {formatNumber(ratio.payments)} card payments,{' '}
            {formatRand(ratio.chargedBackCents / 100)} of {formatRand(ratio.cents / 100)}
          </Trans>
        </span>
      </span>
      <span className={`num shrink-0 text-[1.25rem] ${isOver ? 'text-danger' : ''}`}>
        {formatNumber(ratio.percent)} %
      </span>
    </Link>
  );
}
