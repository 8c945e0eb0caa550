import { Trans, useLingui } from '@lingui/react/macro';
import { useQueryClient } from '@tanstack/react-query';
import { Button } from '../../../components/ui/button.tsx';
import { CostSummary } from '../../../components/ui/cost-summary.tsx';
import { PriceChanged } from '../../../components/ui/price-changed.tsx';
import { Sheet } from '../../../components/ui/sheet.tsx';
import { StartNow } from '../../../components/ui/start-now.tsx';
import { api, codeOf, messageOf } from '../../../lib/api.ts';
import { putBalance, useBalance } from '../../../lib/balance.ts';
import { formatDuration } from '../../../lib/format.ts';
import { useIntent } from '../../../lib/idempotency.ts';
import { newPriceOf } from '../../../lib/price-changed.ts';
import { toast, toastError } from '../../../lib/toast.ts';
import { putMessage } from '../api.ts';
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
    onError: (error, shown) => {
      const code = codeOf(error);
      if (code === 'PRICE_CHANGED') return;
      if (code === 'INSUFFICIENT_CREDITS')
        return toastError(t`Insufficient Credits`, t`You need ${shown} credits to unlock this content.`);
      toastError(t`Error`, messageOf(error) ?? t`The connection dropped. You were not charged twice; try again.`);
    },
  });
  const price = newPriceOf(unlock.error) ?? message.price;
  const tooFew = t`You need ${price} credits to unlock this content.`;
  const lacks = balance !== undefined && balance < price;
  return (
    <Sheet
      open
      onClose={onClose}
      locked={unlock.isPending}
      title={<Trans>Unlock from {name}</Trans>}
      intro={media?.duration ? `${what} · ${formatDuration(media.duration)}` : what}
    >
      <CostSummary price={price} balance={balance} tooFew={tooFew} />
      <PriceChanged error={unlock.error} was={unlock.variables} />
      {lacks ? null : <StartNow className="mt-4" />}
      <Button
        variant="primary"
        size="lg"
        full
        className="mt-4"
        disabled={lacks || balance === undefined}
        busy={unlock.isPending}
        busyLabel={<Trans>Unlocking</Trans>}
        onClick={() => unlock.mutate(price)}
      >
        {t`Unlock for ${price} credits`}
      </Button>
      <p className="mt-3 text-center text-faint text-meta">
        <Trans>It stays open for you for as long as this conversation is there.</Trans>
      </p>
    </Sheet>
  );
}
