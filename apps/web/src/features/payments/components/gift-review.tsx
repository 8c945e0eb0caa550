import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { giftAnswerDays, parseGiftReference } from '@vlam/contract/rules/subscription-gifts';
import { CostRow } from '../../../components/pay/cost-summary.tsx';
import { Avatar } from '../../../components/ui/avatar.tsx';
import { Button } from '../../../components/ui/button.tsx';
import { queryOf } from '../../../lib/api.ts';
import { PaymentError, Preparing } from './payment-card.tsx';
import { Review } from './review.tsx';

/** Review of a given subscription that is paid on the provider's page. */
export function GiftReview({ reference, tier, months }: { reference: string; tier: number; months: number }) {
  const parsed = parseGiftReference(reference);
  const creatorId = parsed?.creatorId ?? '';
  const creator = useQuery({ ...queryOf('getCreator', { params: { id: creatorId } }), enabled: parsed !== null });
  const recipient = useQuery({
    ...queryOf('getProfile', { params: { id: parsed?.recipientId ?? '' } }),
    enabled: parsed !== null,
  });
  const prices = useQuery({
    ...queryOf('getSubscriptionTerms', { params: { id: creatorId }, query: {} }),
    enabled: parsed !== null,
    staleTime: 0,
  });
  const queries = [creator, recipient, prices];
  if (!parsed || queries.some(({ error, data }) => error && !data))
    return (
      <PaymentError
        again={
          <Button
            onClick={() => {
              for (const query of queries) void query.refetch();
            }}
          >
            <Trans>Try again</Trans>
          </Button>
        }
      >
        <Trans>Unable to load payment details</Trans>
      </PaymentError>
    );
  const chosen = prices.data?.tiers.find((each) => each.tier === tier);
  const term = chosen?.terms.find((each) => each.months === months) ?? chosen?.terms[0];
  if (!creator.data || !recipient.data || !term) return <Preparing />;
  const { displayName, portraits } = creator.data;
  const friend = recipient.data.displayName;
  const days = term.months * 30;
  return (
    <Review
      purchase={{
        ...{ purpose: 'subscription_gift', reference },
        ...(chosen && chosen.tier > 1 ? { tier: chosen.tier } : {}),
        ...(term.months > 1 ? { months: term.months } : {}),
      }}
      price={term.totalCents / 100}
      name={displayName}
      rows={
        <>
          <CostRow label={<Trans>Lasts</Trans>}>
            <Trans>{days} days from when it is accepted</Trans>
          </CostRow>
          <CostRow label={<Trans>Without an answer</Trans>}>
            <Trans>Your money goes back after {giftAnswerDays} days</Trans>
          </CostRow>
        </>
      }
    >
      <div className="flex items-center gap-4">
        <Avatar src={portraits.avatar} size={72} />
        <div className="min-w-0">
          <h2 className="d3">{displayName}</h2>
          <p className="wrap-anywhere mt-1 text-muted">
            <Trans>Subscription for {friend}, a gift</Trans>
            {chosen?.name ? `, ${chosen.name}` : null}
          </p>
        </div>
      </div>
    </Review>
  );
}
