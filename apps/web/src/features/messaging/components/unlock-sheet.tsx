import { Trans, useLingui } from '@lingui/react/macro';
import { useQueryClient } from '@tanstack/react-query';
import { PayCredits } from '../../../components/pay/pay-credits.tsx';
import { Sheet } from '../../../components/ui/sheet.tsx';
import { api } from '../../../lib/api.ts';
import { putBalance, useBalance } from '../../../lib/balance.ts';
import { formatDuration } from '../../../lib/format.ts';
import { useIntent } from '../../../lib/helpers/idempotency.ts';
import { newPriceOf } from '../../../lib/price-changed.ts';
import { toast } from '../../../lib/toast.ts';
import { useChargeFailure } from '../../../lib/use-failure.ts';
import { useSendLater } from '../../../lib/use-send-later.ts';
import { putMessage } from '../threads/api.ts';
import type { Conversation, MessageView } from '../types.ts';

interface UnlockSheetProps {
  message: MessageView;
  conversation: Conversation;
  onClose(): void;
}

/** Confirms buying a locked photo or video, which then opens in the thread. */
export function UnlockSheet({ message, conversation, onClose }: UnlockSheetProps) {
  const { t } = useLingui();
  const client = useQueryClient();
  const balance = useBalance();
  const fail = useChargeFailure();
  const sendLater = useSendLater();
  const tooFewFor = (credits: number) => t`You need ${credits} credits to unlock this content.`;
  const { id: profileId, displayName: name } = conversation.profile;
  const { media, mediaType } = message;
  const count = media?.album?.count;
  const what = mediaType === 'video' ? t`Video` : count ? t`${count} photos` : t`Photo`;
  const unlock = useIntent<number, Awaited<ReturnType<typeof api.unlockMessage>>>({
    call: (shown, idempotencyKey) =>
      api.unlockMessage({ params: { id: message.id }, body: { price: shown, startNow: true }, idempotencyKey }),
    onSuccess: (answer) => {
      putBalance(client, answer.balance);
      putMessage(client, profileId, answer.message);
      toast({ title: t`Content Unlocked!`, text: t`You can now view it in your conversation with ${name}` });
      onClose();
    },
    onError: (error, shown) => fail(error, tooFewFor(shown)),
  });
  const price = newPriceOf(unlock.error) ?? message.price;
  const pay = async () => {
    if (!sendLater) return unlock.mutate(price);
    const metadata = { messageId: message.id, startNow: true };
    if (await sendLater({ type: 'purchase', amount: price, description: t`${what} from ${name}`, metadata })) onClose();
  };
  return (
    <Sheet
      open
      onClose={onClose}
      locked={unlock.isPending}
      title={<Trans>Unlock from {name}</Trans>}
      intro={media?.duration ? `${what} · ${formatDuration(media.duration)}` : what}
    >
      <PayCredits
        price={price}
        balance={balance}
        insufficientText={tooFewFor(price)}
        error={unlock.error}
        was={unlock.variables}
        startsNow
        action={sendLater ? t`Unlock when back online, ${price} credits` : t`Unlock for ${price} credits`}
        busy={unlock.isPending}
        busyLabel={<Trans>Unlocking</Trans>}
        onPay={() => void pay()}
      />
      <p className="mt-3 text-center text-faint text-meta">
        <Trans>It stays open for you for as long as this conversation is there.</Trans>
      </p>
    </Sheet>
  );
}
