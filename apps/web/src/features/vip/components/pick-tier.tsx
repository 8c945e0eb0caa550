import { Trans, useLingui } from '@lingui/react/macro';
import { useId } from 'react';
import { Button } from '../../../components/ui/button.tsx';
import { Segment } from '../../../components/ui/choice.tsx';
import { formatNumber, formatRand } from '../../../lib/format.ts';
import { type Membership, tierChange, type VipTier } from '../api.ts';

interface PickProps {
  tiers: readonly VipTier[];
  chosen: VipTier;
  onPick(tier: VipTier): void;
}

/** The three tiers side by side, on phones. */
export function TierSegment({ tiers, chosen, onPick }: PickProps) {
  const { t } = useLingui();
  return (
    <Segment
      label={t`Tier`}
      className="mt-4 lg:hidden"
      options={tiers.map(({ id, name }) => ({ value: id, label: name }))}
      value={chosen.id}
      onChange={(id) => {
        const tier = tiers.find((each) => each.id === id);
        if (tier) onPick(tier);
      }}
    />
  );
}

/** The three tiers as rows with their price, on wide screens. */
export function TierRows({ tiers, chosen, onPick }: PickProps) {
  const { t } = useLingui();
  const name = useId();
  return (
    <fieldset aria-label={t`Tier`} className="hidden gap-2 lg:grid">
      {tiers.map((tier) => {
        const credits = formatNumber(tier.monthlyBonusCredits);
        const { boost, messagesPerDay, contentRequests } = tier;
        return (
          <label
            key={tier.id}
            className="press flex min-h-19 items-center gap-3.5 rounded-card bg-surface-1 px-4.5 py-3 has-checked:bg-surface-2 has-checked:inset-ring-2 has-checked:inset-ring-ink has-focus-visible:outline-2 has-focus-visible:outline-(--focus) has-focus-visible:outline-offset-2"
          >
            <input
              type="radio"
              name={name}
              checked={tier.id === chosen.id}
              onChange={() => onPick(tier)}
              className="size-6 shrink-0 appearance-none rounded-pill inset-ring-2 inset-ring-control checked:inset-ring-7 checked:inset-ring-ink"
            />
            <span className="min-w-0 flex-1">
              <span className="d4 block">{tier.name}</span>
              <span className="block text-meta text-muted">
                {contentRequests ? (
                  <Trans>
                    {credits} credits, {boost}×, custom requests
                  </Trans>
                ) : messagesPerDay === null ? (
                  <Trans>
                    {credits} credits, {boost}×, unlimited messages
                  </Trans>
                ) : (
                  <Trans>
                    {credits} credits, {boost}×, {messagesPerDay} messages
                  </Trans>
                )}
              </span>
            </span>
            <span className="num text-[1.5rem]">{formatRand(tier.price)}</span>
          </label>
        );
      })}
    </fieldset>
  );
}

interface JoinButtonProps {
  tier: VipTier;
  own: Membership;
  onJoin(): void;
}

/** Joins or changes to the chosen tier; a line of text where there is nothing to do. */
export function JoinButton({ tier, own, onJoin }: JoinButtonProps) {
  const isOwn = tier.id === own.tier;
  const change = tierChange(own, tier);
  const amount = formatRand(change.amount);
  const price = formatRand(tier.price);
  const name = tier.name;
  if ((isOwn && !own.nextTier) || tier.id === own.nextTier)
    return (
      <p className="flex min-h-14 items-center justify-center font-semibold text-muted">
        {isOwn ? <Trans>Yours</Trans> : <Trans>Comes with the next renewal</Trans>}
      </p>
    );
  return (
    <Button full size="lg" variant="primary" onClick={onJoin}>
      {isOwn ? (
        <Trans>Keep {name}</Trans>
      ) : !own.tier ? (
        <Trans>
          Join {name} for {price} a month
        </Trans>
      ) : change.isImmediate ? (
        <Trans>
          Change to {name} for {amount}
        </Trans>
      ) : (
        <Trans>Change to {name} later</Trans>
      )}
    </Button>
  );
}
