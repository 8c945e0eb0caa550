import { Trans, useLingui } from '@lingui/react/macro';
import { useEffect, useRef, useState } from 'react';
import { PayCredits } from '../../../components/pay/pay-credits.tsx';
import { Button } from '../../../components/ui/button.tsx';
import { CreatorPicker, type PickedCreator } from '../../../components/ui/creator-picker.tsx';
import { Field } from '../../../components/ui/field.tsx';
import { Sheet } from '../../../components/ui/sheet.tsx';
import { TextArea } from '../../../components/ui/text-input.tsx';
import { useBalance } from '../../../lib/balance.ts';
import { newPriceOf } from '../../../lib/price-changed.ts';
import { useChargeFailure } from '../../../lib/use-failure.ts';
import { useSendLater } from '../../../lib/use-send-later.ts';
import { type Gift, useSendGift } from '../api.ts';
import { celebrate } from '../celebrate.ts';
import { giftLabels } from '../labels.ts';
import { GiftArt } from './gift-art.tsx';
import { RarityMark } from './rarity.tsx';

const maxMessageLength = 200;

interface SendSheetProps {
  gift: Gift;
  open: boolean;
  /** Preselected recipient. */
  recipient: PickedCreator | null;
  /** True in a call or thread, where the recipient cannot change. */
  fixed?: boolean;
  /** The show it is sent in. */
  liveId?: string | undefined;
  onClose(): void;
}

/** Recipient, message and price of a gift, then its confirmation. */
export function SendSheet({ gift, open, recipient, fixed = false, liveId, onClose }: SendSheetProps) {
  const { i18n } = useLingui();
  const [busy, setBusy] = useState(false);
  const { name, description } = giftLabels[gift.id];
  return (
    <Sheet open={open} onClose={onClose} title={i18n._(name)} intro={i18n._(description)} locked={busy}>
      <GiftPurchase
        key={gift.id}
        gift={gift}
        recipient={recipient}
        fixed={fixed}
        liveId={liveId}
        onBusy={setBusy}
        onClose={onClose}
      />
    </Sheet>
  );
}

interface SendFormProps {
  gift: Gift;
  recipient: PickedCreator | null;
  fixed: boolean;
  liveId: string | undefined;
  onBusy(busy: boolean): void;
  onClose(): void;
}

function GiftPurchase({ gift, recipient, fixed, liveId, onBusy, onClose }: SendFormProps) {
  const { t, i18n } = useLingui();
  const balance = useBalance();
  const sendLater = useSendLater();
  const fail = useChargeFailure();
  const [to, setTo] = useState(recipient);
  const [message, setMessage] = useState('');
  const [submitted, setSubmitted] = useState(false);
  const [sentTo, setSentTo] = useState<string | null>(null);
  const insufficientText = t`You need more credits to send this gift.`;
  const send = useSendGift({
    onSuccess: ({ recipientName }) => setSentTo(recipientName),
    onError: (error) => fail(error, insufficientText),
  });
  // The catalogue may be newer than this version.
  const price = newPriceOf(send.error) ?? gift.credits;
  useEffect(() => onBusy(send.isPending), [send.isPending, onBusy]);
  // A show is over by the time that a gift could arrive later.
  const waits = liveId ? undefined : sendLater;
  const give = async (person: PickedCreator) => {
    const words = message.trim();
    if (!waits) return send.mutate({ giftId: gift.id, recipientId: person.id, price, message: words, liveId });
    const metadata = { userId: person.id, giftId: gift.id, ...(words ? { message: words } : {}) };
    const description = t`${i18n._(giftLabels[gift.id].name)} for ${person.displayName}`;
    if (await waits({ type: 'spend', amount: price, description, metadata })) onClose();
  };
  if (sentTo !== null) return <Sent gift={gift} to={sentTo} onClose={onClose} />;
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        setSubmitted(true);
        if (to) void give(to);
      }}
      className="grid grid-cols-1 gap-5"
    >
      <div className="flex items-center gap-4">
        <span className="block size-24 shrink-0 overflow-hidden rounded-md">
          <GiftArt gift={gift.id} className="block size-full" />
        </span>
        <RarityMark rarity={gift.rarity} className="text-muted" />
      </div>
      <CreatorPicker
        label={<Trans>To</Trans>}
        value={to}
        fixed={fixed}
        onChange={setTo}
        error={submitted && !to ? t`Choose a creator` : undefined}
      />
      <Field label={<Trans>Message</Trans>} aside={`${message.length} / ${maxMessageLength}`}>
        <TextArea
          name="message"
          rows={2}
          maxLength={maxMessageLength}
          value={message}
          onChange={(event) => setMessage(event.currentTarget.value)}
          placeholder={t`A few words, if you like`}
          className="min-h-0!"
        />
      </Field>
      <div>
        <PayCredits
          price={price}
          balance={balance}
          insufficientText={insufficientText}
          error={send.error}
          was={send.variables?.price}
          action={waits ? t`Send when back online, ${price} credits` : t`Send for ${price} credits`}
          busy={send.isPending}
          busyLabel={<Trans>Sending</Trans>}
        />
      </div>
    </form>
  );
}

function Sent({ gift, to, onClose }: { gift: Gift; to: string; onClose(): void }) {
  const box = useRef<HTMLDivElement>(null);
  const confirmationRef = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (box.current) celebrate(box.current, gift.animation);
    // Focus the confirmation, because the send button no longer exists.
    confirmationRef.current?.focus({ preventScroll: true });
  }, [gift]);
  return (
    <div className="flex flex-col items-center text-center">
      <div ref={box} className="relative size-48">
        <span className="block size-full overflow-hidden rounded-sheet">
          <GiftArt gift={gift.id} className="block size-full" />
        </span>
      </div>
      <div ref={confirmationRef} role="status" tabIndex={-1} className="outline-none">
        <p className="d3 mt-6">
          <Trans>Gift Sent!</Trans>
        </p>
        <p className="mt-2 text-muted">
          <Trans>{to} finds it among their gifts.</Trans>
        </p>
      </div>
      <Button variant="bone" size="lg" full className="mt-6" onClick={onClose}>
        <Trans>Done</Trans>
      </Button>
    </div>
  );
}
