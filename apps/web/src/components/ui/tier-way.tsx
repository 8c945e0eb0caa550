import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import type { TierNumber } from '@vlam/contract/rules/subscription-tiers';
import { queryOf } from '../../lib/api.ts';
import { formatRand } from '../../lib/numbers.ts';
import { Link } from '../../lib/router.tsx';
import { Button, buttonStyle } from './button.tsx';

interface TierWayProps {
  creatorId: string;
  /** The lowest tier that opens what is locked. */
  fromTier: TierNumber;
  /** Its name, as the locked thing says it. */
  tierName: string | undefined;
  variant: 'primary' | 'bone' | 'quiet';
  /** Opens the plan at the tier that opens it; without it a link leads to the creator. */
  onOpen?: (() => void) | undefined;
}

/** Which tier of a creator opens something locked, what it costs, and the way to it. */
export function TierWay({ creatorId, fromTier, tierName, variant, onOpen }: TierWayProps) {
  const { t } = useLingui();
  const { data } = useQuery(queryOf('getSubscriptionTerms', { params: { id: creatorId }, query: {} }));
  // A closed tier takes nobody, but one above it opens the same.
  const way = data?.tiers.find(({ tier, open }) => tier >= fromTier && open);
  const name = (data ? way?.name : tierName) || t`Tier ${way?.tier ?? fromTier}`;
  if (data && !(way && data.sells))
    return (
      <p className="text-muted text-sm">
        {data.sells ? (
          <Trans>{tierName || name} takes no new people at the moment.</Trans>
        ) : (
          <Trans>Its creator has stopped selling subscriptions.</Trans>
        )}
      </p>
    );
  const price = formatRand((way?.priceCents ?? 0) / 100);
  const label = !way ? (
    <Trans>With {name}</Trans>
  ) : data?.ownTier ? (
    <Trans>
      Upgrade to {name}, {price} a month
    </Trans>
  ) : (
    <Trans>
      With {name}, {price} a month
    </Trans>
  );
  const className = 'wrap-anywhere';
  return (
    <div data-slot="tier-way">
      {way?.opens ? (
        <p className="wrap-anywhere mb-3 text-muted text-sm">
          <span className="block font-semibold text-ink">{name}</span>
          {way.opens}
        </p>
      ) : null}
      {onOpen ? (
        <Button full {...{ variant, className }} onClick={onOpen}>
          {label}
        </Button>
      ) : (
        <Link to="/profile/:id" params={{ id: creatorId }} className={buttonStyle({ variant, full: true, className })}>
          {label}
        </Link>
      )}
    </div>
  );
}
