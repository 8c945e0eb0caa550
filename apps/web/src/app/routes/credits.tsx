import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';
import { buttonStyle } from '../../components/ui/button.tsx';
import { ErrorState } from '../../components/ui/error-state.tsx';
import { Section, sectionLink } from '../../components/ui/page-title.tsx';
import { Loading, SkeletonRows } from '../../components/ui/skeleton.tsx';
import { hasClaimedDailyBonus } from '../../features/credits/bonus.ts';
import { BalanceHeadline } from '../../features/credits/components/balance-headline.tsx';
import { ConfirmEmail } from '../../features/credits/components/confirm-email.tsx';
import { CreditUses } from '../../features/credits/components/credit-uses.tsx';
import { EarningsLine } from '../../features/credits/components/earnings-line.tsx';
import { FreeCredits } from '../../features/credits/components/free-credits.tsx';
import { PackList } from '../../features/credits/components/pack-list.tsx';
import { Transactions } from '../../features/credits/components/transactions.tsx';
import type { CreditPack } from '../../features/credits/packs.ts';
import { Owed } from '../../features/payments/components/owed.tsx';
import { ownProfileQuery } from '../../features/profiles/own-api.ts';
import { completeBioLength } from '../../features/profiles/own-limits.ts';
import { queryOf } from '../../lib/api.ts';
import { returnPath } from '../../lib/checkout.ts';
import { useCreditTerms } from '../../lib/credit-value.ts';
import { go, Link, useSearchParam } from '../../lib/router.tsx';
import { useCurrentUser } from '../../lib/session.ts';
import { lazyPart } from '../../lib/styles.ts';
import { LazySheet } from '../shell/lazy-boundary.tsx';

const BuySheet = lazyPart(() => import('../../features/payments/components/buy-sheet.tsx').then((m) => m.BuySheet));

/** The wallet: balance, packs, uses and the latest transactions. Mails of before name a subscription in this address. */
export function Route() {
  const { t } = useLingui();
  const balance = useQuery(queryOf('creditBalance'));
  const movements = useQuery(queryOf('creditTransactions'));
  const { data: profile } = useQuery(ownProfileQuery);
  const terms = useCreditTerms();
  const back = returnPath();
  const user = useCurrentUser();
  const pricedSubscriptionId = useSearchParam('subscription');
  useEffect(() => {
    if (pricedSubscriptionId)
      go({
        to: '/settings/:part',
        params: { part: 'payments' },
        search: { subscription: pricedSubscriptionId },
        replace: true,
      });
  }, [pricedSubscriptionId]);
  const [buying, setBuying] = useState<CreditPack | null>(null);
  if (balance.error && !balance.data)
    return <ErrorState heading="h1" error={balance.error} onRetry={() => void balance.refetch()} />;
  return (
    <>
      <Owed />
      {back ? (
        <a href={back} className={buttonStyle({ size: 'sm', className: 'mb-4' })}>
          <Trans>Go back</Trans>
        </a>
      ) : null}
      <BalanceHeadline balance={balance.data?.balance} promotional={balance.data?.promotional ?? 0} />
      {user?.creator ? <EarningsLine /> : null}
      <Section title={<Trans>Buy Credits</Trans>}>
        <PackList onBuy={setBuying} />
      </Section>
      <div className="mt-11 grid gap-11 lg:mt-13 lg:grid-cols-[1fr_1fr_1.15fr] lg:gap-12">
        <Column title={<Trans>What credits buy</Trans>}>
          <CreditUses />
        </Column>
        <Column title={<Trans>Earn free credits</Trans>}>
          <ConfirmEmail />
          <FreeCredits
            claimedToday={movements.data && hasClaimedDailyBonus(movements.data, new Date())}
            profileComplete={profile === undefined ? undefined : (profile?.bio.length ?? 0) >= completeBioLength}
            usedFirstPurchase={terms?.firstPurchaseReceived}
            addressConfirmed={user?.emailVerified !== false}
          />
        </Column>
        <Column title={<Trans>Recent transactions</Trans>}>
          {movements.error ? (
            <ErrorState error={movements.error} onRetry={() => void movements.refetch()} />
          ) : movements.data ? (
            <>
              <Transactions movements={movements.data} />
              {movements.data.length > 0 ? (
                <Link to="/statement" className={sectionLink}>
                  <Trans>Statement and receipts</Trans>
                </Link>
              ) : null}
            </>
          ) : (
            <Loading label={t`Loading transactions`}>
              <SkeletonRows />
            </Loading>
          )}
        </Column>
      </div>
      <LazySheet open={buying !== null} close={() => setBuying(null)}>
        <BuySheet pack={buying} onClose={() => setBuying(null)} />
      </LazySheet>
    </>
  );
}

function Column({ title, children }: { title: ReactNode; children: ReactNode }) {
  return (
    <section className="min-w-0">
      <h2 className="d4 mb-1">{title}</h2>
      {children}
    </section>
  );
}
