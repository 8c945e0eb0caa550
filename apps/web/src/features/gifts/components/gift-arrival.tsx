import type { GiftId } from '@vlam/contract/gifts';
import { gifts } from '@vlam/contract/gifts';
import { useEffect, useRef } from 'react';
import { celebrate } from '../celebrate.ts';
import { GiftArt } from './gift-art.tsx';

/** Display time of a gift, in milliseconds. */
const shownMs = 2_400;

/** Shows a received gift over every screen for a moment. It takes no clicks; screen readers announce its message. */
export function GiftArrival({ giftId, onShown }: { giftId: GiftId; onShown(): void }) {
  const layer = useRef<HTMLDivElement>(null);
  const box = useRef<HTMLDivElement>(null);
  const latestOnShown = useRef(onShown);
  useEffect(() => {
    latestOnShown.current = onShown;
  });
  useEffect(() => {
    // Above an open dialog too.
    layer.current?.showPopover();
    const animation = gifts.find(({ id }) => id === giftId)?.animation;
    if (box.current && animation) celebrate(box.current, animation);
    const leave = layer.current?.animate([{ opacity: 1 }, { opacity: 1, offset: 0.85 }, { opacity: 0 }], {
      duration: shownMs,
      fill: 'forwards',
    });
    const timer = setTimeout(() => latestOnShown.current(), shownMs);
    return () => {
      clearTimeout(timer);
      leave?.cancel();
    };
  }, [giftId]);
  return (
    <div
      ref={layer}
      popover="manual"
      aria-hidden
      data-slot="gift-arrival"
      className="pointer-events-none fixed inset-x-0 top-[18vh] bottom-auto m-0 mx-auto size-40 overflow-visible border-0 bg-transparent p-0"
    >
      <div ref={box} className="relative size-full">
        <span className="block size-full overflow-hidden rounded-sheet shadow-pop">
          <GiftArt gift={giftId} className="block size-full" />
        </span>
      </div>
    </div>
  );
}
