import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { CostRow } from '../../../components/pay/cost-summary.tsx';
import { Avatar } from '../../../components/ui/avatar.tsx';
import { Button } from '../../../components/ui/button.tsx';
import { queryOf } from '../../../lib/api.ts';
import { formatNumber, formatRand } from '../../../lib/format.ts';
import { GiftReview } from './gift-review.tsx';
import { BalanceAfterRow, PackHeadline } from './pack-headline.tsx';
import { PaymentError, Preparing, SetupRequired } from './payment-card.tsx';
import { Review } from './review.tsx';
import { SubscriptionReview } from './subscription-review.tsx';

interface CheckoutProps {
  /** `?package=`; null without one. */
  packageId: string | null;
  purpose: string | null;
  reference: string | null;
  /** In rand, for a tip. */
  amount: number | null;
  /** Of a subscription. */
  term?: { tier: number; months: number; code: string | undefined };
}

/** Review of the payment that the URL names. */
export function Checkout({
  packageId,
  purpose,
  reference,
  amount,
  term = { tier: 1, months: 1, code: undefined },
}: CheckoutProps) {
  const { data: settings } = useQuery(queryOf('publicSettings'));
  if (settings?.payments === false && (packageId || purpose)) return <SetupRequired />;
  if (packageId) return <Pack id={packageId} />;
  if (purpose === 'pack' && reference) return <Pack id={reference} />;
  if (purpose === 'method')
    return (
      <Review purchase={{ purpose, reference: '' }} price={1}>
        <h2 className="d2">
          <Trans>Add a card</Trans>
        </h2>
        <p className="mt-2 text-muted">
          <Trans>Your bank is asked for one rand, which goes straight back.</Trans>
        </p>
      </Review>
    );
  if (purpose === 'debt') return <Debt />;
  if (purpose === 'vip' && reference) return <Vip id={reference} />;
  if (purpose === 'subscription' && reference) return <SubscriptionReview creatorId={reference} {...term} />;
  if (purpose === 'subscription_gift' && reference) return <GiftReview reference={reference} {...term} />;
  if (purpose === 'tip' && reference && amount !== null && amount > 0)
    return <Tip reference={reference} amount={amount} />;
  return <NoPackage />;
}

function NoPackage() {
  return (
    <PaymentError>
      <Trans>No package selected</Trans>
    </PaymentError>
  );
}

/** Renders a query's data, its loading state or its error. */
function QueryState<Data>({
  query: { data, error, refetch },
  children,
}: {
  query: { data: Data | undefined; error: Error | null; refetch(): unknown };
  children(data: Data): ReactNode;
}) {
  if (data !== undefined) return children(data);
  if (!error) return <Preparing />;
  return (
    <PaymentError
      again={
        <Button onClick={() => void refetch()}>
          <Trans>Try again</Trans>
        </Button>
      }
    >
      <Trans>Unable to load payment details</Trans>
    </PaymentError>
  );
}

function Debt() {
  return (
    <QueryState query={useQuery(queryOf('getSpendingLimits'))}>
      {({ owedCents }) =>
        owedCents === 0 ? (
          <NoPackage />
        ) : (
          <Review purchase={{ purpose: 'debt', reference: '' }} price={owedCents / 100}>
            <h2 className="d2">
              <Trans>Settle what you owe</Trans>
            </h2>
            <p className="mt-2 text-muted">
              <Trans>
                A bank took a payment of yours back after some of it was spent. This settles what was spent.
              </Trans>
            </p>
          </Review>
        )
      }
    </QueryState>
  );
}

function Pack({ id }: { id: string }) {
  return (
    <QueryState query={useQuery(queryOf('listCreditPacks'))}>
      {(packs) => {
        const pack = packs.find((each) => each.id === id);
        if (!pack) return <NoPackage />;
        return (
          <Review
            purchase={{ purpose: 'pack', reference: id }}
            price={pack.price}
            rows={<BalanceAfterRow pack={pack} />}
          >
            <PackHeadline pack={pack} as="h2" />
          </Review>
        );
      }}
    </QueryState>
  );
}

function Person({ avatar, title, line }: { avatar: string; title: ReactNode; line: ReactNode }) {
  return (
    <div className="flex items-center gap-4">
      <Avatar src={avatar} size={72} />
      <div className="min-w-0">
        <h2 className="d3">{title}</h2>
        <p className="mt-1 text-muted">{line}</p>
      </div>
    </div>
  );
}

function Renewal() {
  return (
    <CostRow label={<Trans>Renews</Trans>}>
      <Trans>Every 30 days, until you stop</Trans>
    </CostRow>
  );
}

function Tip({ reference, amount }: { reference: string; amount: number }) {
  const [creatorId = ''] = reference.split('/');
  const formattedAmount = formatRand(amount);
  return (
    <QueryState query={useQuery(queryOf('getCreator', { params: { id: creatorId } }))}>
      {({ displayName, portraits }) => (
        <Review purchase={{ purpose: 'tip', reference, amount }} price={amount} name={displayName}>
          <Person avatar={portraits.avatar} title={displayName} line={<Trans>A tip of {formattedAmount}</Trans>} />
        </Review>
      )}
    </QueryState>
  );
}

function Vip({ id }: { id: string }) {
  const own = useQuery(queryOf('ownVip'));
  const tiers = useQuery(queryOf('listVipTiers'));
  return (
    <QueryState query={own.data === undefined ? own : tiers}>
      {() => {
        const tier = tiers.data?.find((each) => each.id === id);
        // An upgrade is reduced by the rest of the current tier; a downgrade costs nothing now.
        const change = own.data?.changes?.find((each) => each.tier === id);
        if (!tiers.data) return <Preparing />;
        if (!tier || change?.isImmediate === false || own.data?.tier === id) return <NoPackage />;
        const { name, monthlyBonusCredits } = tier;
        const price = change?.amount ?? tier.price;
        return (
          <Review
            purchase={{ purpose: 'vip', reference: id }}
            price={price}
            name={name}
            renews
            rows={
              <>
                <CostRow label={<Trans>Bonus credits</Trans>}>
                  <span className="text-gold">+{formatNumber(monthlyBonusCredits)}</span>
                </CostRow>
                <Renewal />
              </>
            }
          >
            <h2 className="d2">
              <Trans>VIP {name}</Trans>
            </h2>
            <p className="mt-1 text-muted">
              <Trans>Membership, 30 days</Trans>
            </p>
          </Review>
        );
      }}
    </QueryState>
  );
}
