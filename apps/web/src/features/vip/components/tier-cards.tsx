import { Trans, useLingui } from '@lingui/react/macro';
import { clsx } from 'clsx';
import Check from 'lucide-react/icons/check';
import { Button } from '../../../components/ui/button.tsx';
import { Tag } from '../../../components/ui/tag.tsx';
import { formatNumber, formatRand } from '../../../lib/format.ts';
import { type Membership, tierChange, type VipTier } from '../api.ts';

interface TierCardsProps {
  tiers: readonly VipTier[];
  own: Membership;
  onChoose(tier: VipTier): void;
}

/** The three tiers with price, bonus, boost and messages; a button opens the join sheet. */
export function TierCards({ tiers, own, onChoose }: TierCardsProps) {
  const { t } = useLingui();
  return (
    <ul className="mt-8 grid gap-3 lg:grid-cols-3">
      {tiers.map((tier) => {
        const isOwn = tier.id === own.tier;
        const isNext = tier.id === own.nextTier;
        const change = tierChange(own, tier);
        const amount = formatRand(change.amount);
        const price = formatRand(tier.price);
        const bonus = formatNumber(tier.monthlyBonusCredits);
        const lines = [
          tier.messagesPerDay === null ? t`Unlimited messages` : t`${tier.messagesPerDay} messages a day`,
          t`Seen ${tier.boost} times sooner`,
          ...(tier.contentRequests ? [t`Custom content requests`] : []),
        ];
        return (
          <li
            key={tier.id}
            className={clsx(
              'flex flex-col rounded-[24px] p-6',
              isOwn ? 'bg-surface-2 inset-ring-2 inset-ring-ink' : 'bg-surface-1',
            )}
          >
            <div className="flex min-h-6 items-center justify-between gap-3">
              <h2 className="d4">{tier.name}</h2>
              {isOwn ? (
                <Tag tone="online" icon={<Check />}>
                  <Trans>Yours</Trans>
                </Tag>
              ) : null}
            </div>
            <p className="mt-3">
              <span className="num text-[min(2.75rem,15vw)]">{price}</span>{' '}
              <span className="text-muted">
                <Trans>a month</Trans>
              </span>
            </p>
            <p className="mt-2 font-semibold text-gold">
              <Trans>+{bonus} credits every month</Trans>
            </p>
            <ul className="mt-4 mb-5">
              {lines.map((line) => (
                <li key={line} className="flex items-start gap-2.5 py-1.5">
                  <Check size={18} strokeWidth={1.75} className="mt-0.5 shrink-0 text-ember-text" />
                  {line}
                </li>
              ))}
            </ul>
            {isOwn && !own.nextTier ? null : isNext ? (
              <p className="mt-auto flex min-h-12 items-center font-semibold text-muted text-sm">
                <Trans>Comes with the next renewal</Trans>
              </p>
            ) : (
              <Button full className="mt-auto" variant="bone" onClick={() => onChoose(tier)}>
                {isOwn ? (
                  <Trans>Keep {tier.name}</Trans>
                ) : !own.tier ? (
                  <Trans>
                    Join {tier.name} for {price}
                  </Trans>
                ) : change.isImmediate ? (
                  <Trans>
                    Change to {tier.name} for {amount}
                  </Trans>
                ) : (
                  <Trans>Change to {tier.name} later</Trans>
                )}
              </Button>
            )}
          </li>
        );
      })}
    </ul>
  );
}
