import { Trans, useLingui } from '@lingui/react/macro';
import { type GiftId, gifts } from '@vlam/contract/gifts';
import { CreditToken } from '../../../components/ui/marks.tsx';
import { giftNames } from '../../../lib/gift-names.ts';

const shown: readonly GiftId[] = ['red-rose', 'champagne', 'royal-crown'];

/** Three gifts to send with one press less, where there is room for them. */
export function QuickGifts({ onChoose }: { onChoose(gift: GiftId): void }) {
  const { i18n } = useLingui();
  return (
    <ul className="mb-3 hidden grid-cols-3 gap-2 lg:grid">
      {gifts
        .filter(({ id }) => shown.includes(id))
        .map(({ id, credits }) => (
          <li key={id}>
            <button
              type="button"
              aria-haspopup="dialog"
              onClick={() => onChoose(id)}
              className="press flex min-h-15 w-full flex-col items-center justify-center gap-1 rounded-md bg-picture-disc px-1 py-2 text-center"
            >
              <span className="font-semibold text-meta">{i18n._(giftNames[id])}</span>
              <span className="num inline-flex items-center gap-1 text-picture-gold text-sm">
                <CreditToken />
                {credits}
                <span className="sr-only">
                  <Trans>credits</Trans>
                </span>
              </span>
            </button>
          </li>
        ))}
    </ul>
  );
}
