import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { CostRow } from '../../../components/pay/cost-summary.tsx';
import { CodeNote } from '../../../components/pay/subscription-offer.tsx';
import { Avatar } from '../../../components/ui/avatar.tsx';
import { Button, buttonStyle } from '../../../components/ui/button.tsx';
import { EmptyState } from '../../../components/ui/empty-state.tsx';
import { queryOf } from '../../../lib/api.ts';
import { formatRand } from '../../../lib/format.ts';
import { Link } from '../../../lib/router.tsx';
import { PaymentError, Preparing } from './payment-card.tsx';
import { Review } from './review.tsx';

interface SubscriptionReviewProps {
  creatorId: string;
  tier: number;
  months: number;
  code: string | undefined;
}

/** Review of a subscription that is paid on the provider's page. */
export function SubscriptionReview({ creatorId, tier, months, code }: SubscriptionReviewProps) {
  const creator = useQuery(queryOf('getCreator', { params: { id: creatorId } }));
  const prices = useQuery({
    ...queryOf('getSubscriptionTerms', { params: { id: creatorId }, query: code ? { code } : {} }),
    staleTime: 0,
  });
  const failed = creator.error ?? prices.error;
  if (failed && !(creator.data && prices.data))
    return (
      <PaymentError
        again={
          <Button
            onClick={() => {
              void creator.refetch();
              void prices.refetch();
            }}
          >
            <Trans>Try again</Trans>
          </Button>
        }
      >
        <Trans>Unable to load payment details</Trans>
      </PaymentError>
    );
  if (!creator.data || !prices.data) return <Preparing />;
  const { displayName, portraits } = creator.data;
  const { sells, offer } = prices.data;
  const chosen = prices.data.tiers.find((each) => each.tier === tier);
  const terms = chosen?.terms ?? [];
  const term = terms.find((each) => each.months === months) ?? terms[0];
  if (!sells || !term)
    return (
      <EmptyState
        heading="h1"
        title={<Trans>No subscriptions</Trans>}
        text={<Trans>{displayName} has stopped selling subscriptions. Nothing was charged.</Trans>}
        action={
          <Link to="/profile/:id" params={{ id: creatorId }} className={buttonStyle({ variant: 'bone' })}>
            <Trans>Back to {displayName}</Trans>
          </Link>
        }
      />
    );
  const days = term.months * 30;
  const lowered = term.firstCents < term.totalCents;
  const later = formatRand(term.totalCents / 100);
  return (
    <Review
      purchase={{
        purpose: 'subscription',
        reference: creatorId,
        ...(chosen && chosen.tier > 1 ? { tier: chosen.tier } : {}),
        ...(term.months > 1 ? { months: term.months } : {}),
        ...(lowered && offer ? { code: offer.code } : {}),
      }}
      price={term.firstCents / 100}
      name={displayName}
      renews
      rows={
        <CostRow label={<Trans>Renews</Trans>}>
          {lowered ? (
            <Trans>
              Every {days} days for {later}, until you stop
            </Trans>
          ) : (
            <Trans>Every {days} days, until you stop</Trans>
          )}
        </CostRow>
      }
    >
      <div className="flex items-center gap-4">
        <Avatar src={portraits.avatar} size={72} />
        <div className="min-w-0">
          <h2 className="d3">{displayName}</h2>
          <p className="mt-1 wrap-anywhere text-muted">
            <Trans>Subscription, {days} days</Trans>
            {chosen?.name ? `, ${chosen.name}` : null}
          </p>
        </div>
      </div>
      {code && offer ? <CodeNote offer={offer} className="mt-4" /> : null}
    </Review>
  );
}
