import { Plural, Trans } from '@lingui/react/macro';
import type { OfferRefusal } from '@vlam/contract/rules/subscription-terms';
import { clsx } from 'clsx';
import type { Answer } from '../../lib/api.ts';

export type Offer = NonNullable<Answer<'getSubscriptionTerms'>['offer']>;

/** What an offer gives, in a few words. */
export function OfferGift({ kind, value }: Pick<Offer, 'kind' | 'value'>) {
  return kind === 'trial' ? (
    <Plural value={value} one="# day free" other="# days free" />
  ) : (
    <Trans>{value}% off the first payment</Trans>
  );
}

function RefusalText({ refusal }: { refusal: OfferRefusal }) {
  if (refusal === 'ended') return <Trans>This offer has ended.</Trans>;
  if (refusal === 'used_up') return <Trans>This offer is used up.</Trans>;
  if (refusal === 'once') return <Trans>You have used this offer before.</Trans>;
  if (refusal === 'not_for_you') return <Trans>This offer is for people who do not subscribe yet.</Trans>;
  if (refusal === 'unconfirmed') return <Trans>Confirm your email address, then this offer is yours.</Trans>;
  if (refusal === 'other_tier') return <Trans>This code is for another tier.</Trans>;
  if (refusal === 'device') return <Trans>Too many trials have begun on this device.</Trans>;
  return <Trans>This creator has no such code.</Trans>;
}

/** An offer that a link carries, or why it cannot be used. */
export function CodeNote({
  offer,
  tierName,
  className,
}: {
  offer: Offer;
  /** Of the tier that the offer is for; left out for a creator with one. */
  tierName?: string | undefined;
  className?: string;
}) {
  const { code, refusal } = offer;
  return (
    <p
      data-slot="offer"
      role="status"
      className={clsx(
        'rounded-field px-4 py-3 text-sm',
        refusal ? 'bg-surface-2 text-muted' : 'bg-surface-2',
        className,
      )}
    >
      {refusal ? (
        <RefusalText refusal={refusal} />
      ) : (
        <>
          <span className="font-semibold">
            <OfferGift {...offer} />
          </span>{' '}
          <span className="text-muted">
            {tierName ? (
              <Trans>
                with {code}, for {tierName}
              </Trans>
            ) : (
              <Trans>with {code}</Trans>
            )}
          </span>
        </>
      )}
    </p>
  );
}
