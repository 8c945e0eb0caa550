import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ErrorState } from '../../../components/ui/error-state.tsx';
import { Section } from '../../../components/ui/page-title.tsx';
import { Loading, SkeletonRows } from '../../../components/ui/skeleton.tsx';
import { queryOf } from '../../../lib/api.ts';
import { AccountSummary, PayoutList } from './payout-list.tsx';
import { Statements } from './statements.tsx';
import { TaxYears } from './tax-years.tsx';
import { WeeklyPart } from './weekly-part.tsx';

/** Payouts with their status, the bank account, and monthly statements. */
export function PayoutSection({ creatorId, onAccount }: { creatorId: string; onAccount(): void }) {
  const { t } = useLingui();
  const payouts = useQuery(queryOf('listPayouts'));
  const account = useQuery(queryOf('getPayoutAccount'));
  const { data: creator } = useQuery(queryOf('getCreator', { params: { id: creatorId } }));
  return (
    <Section title={<Trans>Payouts</Trans>} id="payouts">
      <div className="grid grid-cols-1 gap-x-14 gap-y-10 lg:grid-cols-[minmax(0,1fr)_380px]">
        <div className="min-w-0">
          {payouts.error && !payouts.data ? (
            <ErrorState error={payouts.error} onRetry={() => void payouts.refetch()} />
          ) : payouts.data ? (
            <PayoutList summary={payouts.data} />
          ) : (
            <Loading label={t`Loading payouts`}>
              <SkeletonRows />
            </Loading>
          )}
        </div>
        <div className="grid content-start gap-9">
          <Part title={<Trans>Bank account</Trans>}>
            {account.error ? (
              <ErrorState error={account.error} onRetry={() => void account.refetch()} />
            ) : account.data ? (
              <AccountSummary
                account={account.data.account}
                heldUntil={payouts.data?.heldUntil ?? null}
                onChange={onAccount}
              />
            ) : null}
          </Part>
          {account.data?.account ? (
            <Part title={<Trans>Every week</Trans>}>
              <WeeklyPart minimumCents={payouts.data?.minimumCents ?? 0} />
            </Part>
          ) : null}
          <Part title={<Trans>Statements</Trans>}>{creator ? <Statements since={creator.createdAt} /> : null}</Part>
          <Part title={<Trans>For your tax return</Trans>}>
            {creator ? <TaxYears since={creator.createdAt} /> : null}
          </Part>
        </div>
      </div>
    </Section>
  );
}

function Part({ title, children }: { title: ReactNode; children: ReactNode }) {
  return (
    <section className="min-w-0">
      <h3 className="d4 mb-2">{title}</h3>
      {children}
    </section>
  );
}
