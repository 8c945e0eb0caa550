import { Trans, useLingui } from '@lingui/react/macro';
import type { GiftId } from '@vlam/contract/gifts';
import { clsx } from 'clsx';
import Gift from 'lucide-react/icons/gift';
import HandCoins from 'lucide-react/icons/hand-coins';
import { useEarnedLabel } from '../../../components/ui/earned-label.ts';
import { CreditToken } from '../../../components/ui/marks.tsx';
import { giftNames } from '../../../lib/gift-names.ts';
import { corner } from '../row-parts/bubble-style.ts';
import type { MessageView } from '../types.ts';

interface GiftOrTipProps extends Pick<MessageView, 'tip' | 'gift' | 'earned'> {
  isOwn: boolean;
  /** Display name of the other member. */
  name: string;
}

/** A gift or tip inside a thread. */
export function GiftOrTip({ gift, tip, ...more }: GiftOrTipProps) {
  if (gift) return <GiftNote gift={gift} {...more} />;
  return tip === null ? null : <Tip credits={tip} {...more} />;
}

type GiftNoteProps = Pick<GiftOrTipProps, 'earned' | 'isOwn' | 'name'>;

function GiftNote({ gift, earned, isOwn, name }: { gift: GiftId } & GiftNoteProps) {
  const { i18n } = useLingui();
  const earnedLabel = useEarnedLabel();
  const what = i18n._(giftNames[gift]);
  return (
    <p className={`flex items-center gap-2.5 bg-gold-soft px-3.5 py-3 text-gold text-sm ${corner(isOwn)}`}>
      <Gift size={20} className="shrink-0" />
      <span className="font-semibold">
        {isOwn ? (
          <Trans>You gave a gift: {what}</Trans>
        ) : earned ? (
          <Trans>
            {name} gave you a gift: {what}, {earnedLabel.full(earned)}
          </Trans>
        ) : (
          <Trans>
            {name} gave you a gift: {what}
          </Trans>
        )}
      </span>
    </p>
  );
}

function Tip({ credits, earned, isOwn, name }: { credits: number } & GiftNoteProps) {
  const earnedLabel = useEarnedLabel();
  if (earned)
    return (
      <p className={clsx('flex items-center gap-2.5 bg-gold-soft px-3.5 py-3 text-gold text-sm', corner(isOwn))}>
        <HandCoins size={20} className="shrink-0" />
        <span className="font-semibold">
          <Trans>
            {name} tipped you: {earnedLabel.full(earned)}
          </Trans>
        </span>
      </p>
    );
  return (
    <p className={clsx('flex items-center gap-2.5 bg-gold-soft px-3.5 py-3 text-gold text-sm', corner(isOwn))}>
      <HandCoins size={20} className="shrink-0" />
      <span className="font-semibold">
        {isOwn ? <Trans>You tipped {name}</Trans> : <Trans>{name} tipped you</Trans>}
      </span>
      <span className="num inline-flex items-center gap-1 text-[1.25rem]">
        <CreditToken />
        {credits}
      </span>
      <span className="sr-only">
        <Trans>credits</Trans>
      </span>
    </p>
  );
}
