import { Trans, useLingui } from '@lingui/react/macro';
import { type GiftId, gifts } from '@vlam/contract/gifts';
import { useState } from 'react';
import { CreditToken } from '../../components/ui/marks.tsx';
import { Sheet } from '../../components/ui/sheet.tsx';
import type { Gift } from '../../features/gifts/api.ts';
import { GiftArt } from '../../features/gifts/components/gift-art.tsx';
import { SendSheet } from '../../features/gifts/components/send-sheet.tsx';
import { giftLabels } from '../../features/gifts/labels.ts';

interface Other {
  id: string;
  displayName: string;
  avatarUrl: string;
}

const recipientOf = ({ id, displayName, avatarUrl }: Other) => ({ id, displayName, avatar: avatarUrl });

/** Gift panel beside the video of a call. */
export function GiftPanel({ to }: { to: Other }) {
  const [gift, setGift] = useState<Gift | null>(null);
  const [open, setOpen] = useState(false);
  return (
    <section className="mt-8">
      <h3 className="d4">
        <Trans>Send a gift</Trans>
      </h3>
      <Gifts
        onChoose={(chosen) => {
          setGift(chosen);
          setOpen(true);
        }}
      />
      {gift ? (
        <SendSheet gift={gift} recipient={recipientOf(to)} fixed open={open} onClose={() => setOpen(false)} />
      ) : null}
    </section>
  );
}

interface GiftSheetProps {
  to: Other;
  /** The show it is sent in. */
  liveId?: string;
  /** Chosen already. */
  giftId?: GiftId | undefined;
  onClose(): void;
}

/** Gift sheet over the video on a phone, in a show, and over a thread. */
export function GiftSheet({ to, liveId, giftId, onClose }: GiftSheetProps) {
  const [gift, setGift] = useState<Gift | null>(gifts.find(({ id }) => id === giftId) ?? null);
  return (
    <>
      <Sheet open={gift === null} onClose={onClose} title={<Trans>Send a gift</Trans>}>
        <Gifts onChoose={setGift} />
      </Sheet>
      {gift ? <SendSheet gift={gift} recipient={recipientOf(to)} fixed open liveId={liveId} onClose={onClose} /> : null}
    </>
  );
}

function Gifts({ onChoose }: { onChoose(gift: Gift): void }) {
  const { i18n } = useLingui();
  return (
    <ul className="mt-3 grid grid-cols-2 gap-2">
      {gifts.map((gift) => (
        <li key={gift.id} className="last:col-span-2">
          <button
            type="button"
            onClick={() => onChoose(gift)}
            className="press grid h-full min-h-19 w-full grid-cols-[56px_minmax(0,1fr)] items-center gap-3 rounded-[18px] bg-surface-1 p-2.5 text-left hover:bg-surface-2 in-[dialog[data-slot=sheet]]:bg-surface-2"
          >
            <span className="block aspect-square overflow-hidden rounded-md">
              <GiftArt gift={gift.id} className="block size-full" />
            </span>
            <span className="min-w-0">
              <span className="block wrap-anywhere font-semibold text-sm">{i18n._(giftLabels[gift.id].name)}</span>
              <span className="num mt-1 inline-flex items-center gap-1.5 text-[1rem] text-gold">
                <CreditToken />
                {gift.credits}
                <span className="sr-only">
                  {' '}
                  <Trans>credits</Trans>
                </span>
              </span>
            </span>
          </button>
        </li>
      ))}
    </ul>
  );
}
