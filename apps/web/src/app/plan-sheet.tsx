import { useQuery } from '@tanstack/react-query';
import type { TierNumber } from '@vlam/contract/rules/subscription-tiers';
import { SubscribeSheet } from '../features/payments/components/subscribe-sheet.tsx';
import { queryOf } from '../lib/api.ts';
import { personQuery } from '../lib/person.ts';
import { lazyPart } from '../lib/styles.ts';
import { LazyBoundary } from './shell/lazy-boundary.tsx';

const ChangeTier = lazyPart(() =>
  import('../features/payments/components/change-tier.tsx').then((module) => module.ChangeTier),
);

interface PlanSheetProps {
  creatorId: string;
  /** The tier it begins with, or the next one above that takes new people. */
  tier?: TierNumber | undefined;
  open: boolean;
  onClose(): void;
}

/** A creator's tiers: to subscribe, or for a subscriber to move to another. */
export function PlanSheet({ creatorId, tier, open, onClose }: PlanSheetProps) {
  const { data: person } = useQuery({ ...personQuery(creatorId), enabled: open });
  const running = person?.relation?.subscription;
  const pays = running !== undefined && running !== null && !running.trial;
  const { data: own } = useQuery({ ...queryOf('listSubscriptions'), enabled: open && pays });
  if (!person?.creator) return null;
  if (!pays)
    return (
      <SubscribeSheet
        creator={person.creator}
        trial={running ? { tier: running.tier, until: running.until } : undefined}
        {...{ tier, open, onClose }}
      />
    );
  const subscription = own?.find((each) => each.creatorId === creatorId);
  if (!open || !subscription) return null;
  return (
    <LazyBoundary close={onClose}>
      <ChangeTier wanted={tier} {...{ subscription, onClose }} />
    </LazyBoundary>
  );
}
