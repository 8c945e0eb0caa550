import { useLingui } from '@lingui/react/macro';
import { useQueryClient } from '@tanstack/react-query';
import type { ServerPayload } from '@vlam/contract/realtime';
import { useEffect, useRef } from 'react';
import { useEarnedLabel } from '../../../components/ui/earned-label.ts';
import { keyOf } from '../../../lib/api.ts';
import { prefersReducedMotion } from '../../../lib/device.ts';
import { toast } from '../../../lib/toast.ts';
import { giftLabels } from '../labels.ts';
import { GiftArrival } from './gift-arrival.tsx';

type GiftReceived = ServerPayload<'gift.received'>;

/** A toast for each gift as it comes, and the gifts over every screen, one after the other, for those who like motion. */
export function ReceivedGifts({ gifts, onShown }: { gifts: readonly GiftReceived[]; onShown(): void }) {
  const { t, i18n } = useLingui();
  const earnedLabel = useEarnedLabel();
  const client = useQueryClient();
  const announced = useRef(new Set<string>());
  const isStill = prefersReducedMotion();
  useEffect(() => {
    for (const gift of gifts) {
      if (announced.current.has(gift.id)) continue;
      announced.current.add(gift.id);
      const { senderName, message, earned } = gift;
      const name = i18n._(giftLabels[gift.giftId].name);
      toast({
        title: earned
          ? t`${senderName} sent you a gift: ${name}, ${earnedLabel.full(earned)}`
          : t`${senderName} sent you a gift: ${name}`,
        ...(message ? { text: message } : {}),
      });
      void client.invalidateQueries({ queryKey: keyOf('giftHistory') });
      if (isStill) onShown();
    }
  });
  const [next] = gifts;
  return next && !isStill ? <GiftArrival key={next.id} giftId={next.giftId} onShown={onShown} /> : null;
}
