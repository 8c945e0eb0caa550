import { Plural, Trans, useLingui } from '@lingui/react/macro';
import type { Relation } from '@vlam/contract/profiles';
import { Renewal } from '../../features/profiles/components/renewal.tsx';

interface PersonSubscribedProps {
  subscription: NonNullable<Relation['subscription']>;
  /** Items of the creator. */
  items: number;
}

/** What a subscription opens, and when it renews. */
export function PersonSubscribed({ subscription, items }: PersonSubscribedProps) {
  const { t } = useLingui();
  const { tier, higherTier } = subscription;
  const tierName = subscription.tierName || t`Tier ${tier}`;
  return (
    <>
      <p className="wrap-anywhere text-muted text-sm">
        {higherTier !== 'none' ? (
          <Trans>You have {tierName}</Trans>
        ) : items === 0 ? (
          <Trans>New items will be open to you</Trans>
        ) : (
          <Plural value={items} one="# item, open to you" other="All # items are open to you" />
        )}
      </p>
      <Renewal subscription={subscription} />
    </>
  );
}
