import { Trans } from '@lingui/react/macro';
import type { ContentView } from '@vlam/contract/content';
import Lock from 'lucide-react/icons/lock';
import { CreditToken } from '../../../components/ui/marks.tsx';

/** Label of a locked item: its price, that a subscription includes it, or that X18 asks who its viewer is. */
export function LockPill({ item }: { item: Pick<ContentView, 'price' | 'needsLevel'> }) {
  const { price, needsLevel } = item;
  return (
    <span
      aria-hidden
      className="num absolute top-[46%] left-1/2 inline-flex h-11 -translate-1/2 items-center gap-1.5 rounded-pill bg-picture-lock px-4 font-display text-base font-bold whitespace-nowrap text-picture-gold"
    >
      <Lock size={18} strokeWidth={1.75} className="text-on-picture" />
      {needsLevel ? (
        <span className="text-on-picture">
          <Trans>Confirm who you are</Trans>
        </span>
      ) : price > 0 ? (
        <>
          <CreditToken />
          {price}
        </>
      ) : (
        <span className="text-on-picture">
          <Trans>Subscribe to see</Trans>
        </span>
      )}
    </span>
  );
}
