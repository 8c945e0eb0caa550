import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import type { CreatorView } from '@vlam/contract/profiles';
import { giftAnswerDays, giftReference } from '@vlam/contract/rules/subscription-gifts';
import type { SoldTier } from '@vlam/contract/subscription-terms';
import { useState } from 'react';
import { CostRow } from '../../../components/pay/cost-summary.tsx';
import { PayButton } from '../../../components/pay/pay-button.tsx';
import { PayWithRow, TotalRow, usePaymentMethods } from '../../../components/pay/pay-with.tsx';
import { Switch } from '../../../components/ui/choice.tsx';
import { Refused } from '../../../components/ui/refused.tsx';
import { Sheet } from '../../../components/ui/sheet.tsx';
import { queryOf } from '../../../lib/api.ts';
import { goToCheckout, needsPaymentPage } from '../../../lib/checkout.ts';
import { formatRand } from '../../../lib/format.ts';
import { newPriceOf } from '../../../lib/price-changed.ts';
import { useGiveSubscription } from '../gifts-api.ts';
import { type Recipient, RecipientPicker } from './recipient-picker.tsx';
import { type Term, TermChoice } from './term-choice.tsx';
import { TierChoice } from './tier-choice.tsx';

interface GiveSheetProps {
  creator: Pick<CreatorView, 'id' | 'displayName'>;
  open: boolean;
  onClose(): void;
}

/** Gives a creator's subscription to another member. */
export function GiveSheet({ creator: { id, displayName }, open, onClose }: GiveSheetProps) {
  // The prices must be current.
  const fresh = useQuery({
    ...queryOf('getSubscriptionTerms', { params: { id }, query: {} }),
    staleTime: 0,
    refetchOnWindowFocus: true,
    enabled: open,
  });
  const { data: methods } = usePaymentMethods(open);
  const give = useGiveSubscription(id, onClose);
  const [recipient, setRecipient] = useState<Recipient | null>(null);
  const [months, setMonths] = useState<Term['months']>(1);
  const [unnamed, setUnnamed] = useState(false);
  const [chosen, setChosen] = useState<SoldTier['tier'] | null>(null);
  const tiers = fresh.data?.tiers.filter(({ open }) => open) ?? [];
  const tier = tiers.find((each) => each.tier === chosen) ?? tiers[0];
  const terms = tier?.terms ?? [];
  const term = terms.find((each) => each.months === months) ?? terms[0];
  const amount = newPriceOf(give.error) ?? (term ? term.totalCents / 100 : null);
  const price = amount === null ? '' : formatRand(amount);
  const days = (term?.months ?? 1) * 30;
  const usesCheckout = methods?.length === 0;
  const refused = give.error && !needsPaymentPage(give.error) ? give.error : null;
  const choice = {
    ...(tier && tier.tier > 1 ? { tier: tier.tier } : {}),
    ...(term && term.months > 1 ? { months: term.months } : {}),
  };
  const openCheckout = () =>
    recipient &&
    goToCheckout({
      ...{ purpose: 'subscription_gift', ...choice },
      reference: giftReference({ creatorId: id, recipientId: recipient.id, unnamed }),
    });
  return (
    <Sheet
      open={open}
      onClose={onClose}
      locked={give.isPending}
      title={<Trans>Give a subscription</Trans>}
      intro={<Trans>For someone who would enjoy {displayName}. It does not renew.</Trans>}
    >
      <RecipientPicker
        value={recipient}
        onChange={(person) => {
          give.reset();
          setRecipient(person);
        }}
        except={id}
      />
      {recipient && term && amount !== null ? (
        <div className="mt-4">
          {tiers.length > 1 && tier ? (
            <TierChoice
              tiers={tiers}
              value={tier.tier}
              onChange={(wanted) => {
                give.reset();
                setChosen(wanted);
              }}
            />
          ) : null}
          <TermChoice
            terms={terms}
            value={term.months}
            titled={tiers.length > 1}
            onChange={(chosen) => {
              give.reset();
              setMonths(chosen);
            }}
          />
          <Switch
            checked={unnamed}
            onChange={setUnnamed}
            label={<Trans>Stay unnamed</Trans>}
            description={
              <Trans>
                {displayName} does not learn who gives. {recipient.displayName} does.
              </Trans>
            }
          />
          <dl>
            <CostRow label={<Trans>Lasts</Trans>}>
              <Trans>{days} days from when it is accepted</Trans>
            </CostRow>
            <CostRow label={<Trans>Without an answer</Trans>}>
              <Trans>Your money goes back after {giftAnswerDays} days</Trans>
            </CostRow>
            <PayWithRow methods={methods} />
            <TotalRow label={<Trans>Total, VAT included</Trans>}>{price}</TotalRow>
          </dl>
          {refused ? <Refused error={refused} onOtherCard={openCheckout} /> : null}
          <PayButton
            disabled={methods === undefined}
            busy={give.isPending}
            busyLabel={<Trans>Giving</Trans>}
            onClick={() =>
              usesCheckout ? openCheckout() : give.mutate({ recipientId: recipient.id, amount, unnamed, ...choice })
            }
          >
            <Trans>Give for {price}</Trans>
          </PayButton>
        </div>
      ) : null}
    </Sheet>
  );
}
