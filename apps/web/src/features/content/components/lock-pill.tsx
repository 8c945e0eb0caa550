import { Trans } from '@lingui/react/macro';
import type { ContentView } from '@vlam/contract/content';
import Lock from 'lucide-react/icons/lock';
import { CreditToken } from '../../../components/ui/marks.tsx';

/** Label of a locked item: its price, the tier or that a subscription includes it, or that X18 asks who its viewer is. */
export function LockPill({ item }: { item: Pick<ContentView, 'price' | 'needsLevel' | 'tierName'> }) {
  const { price, needsLevel, tierName } = item;
  return (
    <span
      aria-hidden
      className="num absolute top-[46%] left-1/2 inline-flex h-11 w-max max-w-[92%] -translate-1/2 items-center gap-1.5 rounded-pill bg-picture-lock px-4 font-display text-base font-bold whitespace-nowrap text-picture-gold"
    >
      <Lock size={18} strokeWidth={1.75} className="shrink-0 text-on-picture" />
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
        <span className="line-clamp-2 wrap-anywhere whitespace-normal text-on-picture text-sm/tight">
          {tierName ? <Trans>With {tierName}</Trans> : <Trans>Subscribe to see</Trans>}
        </span>
      )}
    </span>
  );
}
