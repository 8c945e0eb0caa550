import { Trans } from '@lingui/react/macro';
import { CostRow } from '../../../components/pay/cost-summary.tsx';
import { FirstPurchase } from '../../../components/ui/first-purchase.tsx';
import { useBalance } from '../../../lib/balance.ts';
import { useCreditTerms } from '../../../lib/credit-value.ts';
import { formatNumber } from '../../../lib/format.ts';
import type { CreditPack } from '../api.ts';

type Sizes = Pick<CreditPack, 'credits' | 'bonusCredits'>;

/** Credits of a pack including bonuses, and the part for a first purchase. */
export function usePackCredits({ credits, bonusCredits }: Sizes): { all: number; first: number } {
  const first = useCreditTerms()?.firstPurchaseBonus ?? 0;
  return { all: credits + bonusCredits + first, first };
}

/** The credits of a pack as a headline, and their parts. */
export function PackHeadline({ pack, as: Tag }: { pack: Sizes; as: 'p' | 'h2' }) {
  const { all, first } = usePackCredits(pack);
  const { credits, bonusCredits } = pack;
  return (
    <Tag className="flex items-end gap-3.5">
      <span className="num text-[min(4.5rem,24vw)] text-gold leading-[.86]! tracking-[-0.05em]!">
        {formatNumber(all)}
      </span>
      <span className="pb-0.5 font-sans text-muted text-sm">
        <Trans>{formatNumber(credits)} credits</Trans>
        {bonusCredits > 0 ? (
          <b className="block font-semibold text-gold">
            <Trans>+ {bonusCredits} bonus</Trans>
          </b>
        ) : null}
        <FirstPurchase credits={first} />
      </span>
    </Tag>
  );
}

export function BalanceAfterRow({ pack }: { pack: Sizes }) {
  const balance = useBalance();
  const { all } = usePackCredits(pack);
  return (
    <CostRow label={<Trans>Balance after</Trans>}>{balance === undefined ? '…' : formatNumber(balance + all)}</CostRow>
  );
}
