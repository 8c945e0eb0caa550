import { Trans } from '@lingui/react/macro';
import { usePaidRand } from '../../lib/credit-value.ts';

/** What these credits cost this member in rand; nothing before their first purchase. */
export function PaidRand({ credits, className }: { credits: number; className?: string }) {
  const rand = usePaidRand()(credits);
  if (rand === null) return null;
  return (
    <span className={className}>
      <Trans comment="What this member paid for so many credits, beside a price in credits">about {rand}</Trans>
    </span>
  );
}
