import { useLingui } from '@lingui/react/macro';
import { clsx } from 'clsx';
import Gem from 'lucide-react/icons/gem';
import { useEffect, useState } from 'react';
import { saveData } from '../../lib/device.ts';

/** The floating way to the premium features on phones: leaves on scroll down, comes back on scroll up. */
export function PremiumButton({ onOpen, onWarm }: { onOpen: () => void; onWarm: () => Promise<unknown> }) {
  const { t } = useLingui();
  const [away, setAway] = useState(false);
  useEffect(() => {
    let last = scrollY;
    const follow = () => {
      const moved = scrollY - last;
      if (Math.abs(moved) < 8) return;
      setAway(moved > 0 && scrollY > 120);
      last = scrollY;
    };
    addEventListener('scroll', follow, { passive: true });
    return () => removeEventListener('scroll', follow);
  }, []);
  return (
    <button
      type="button"
      aria-label={t`Premium features`}
      onClick={onOpen}
      onPointerDown={() => {
        if (!saveData()) onWarm().catch(() => undefined);
      }}
      onFocus={() => setAway(false)}
      className={clsx(
        'fixed right-4 bottom-[calc(var(--bar-bottom)+env(safe-area-inset-bottom)+16px)] z-29 flex size-13 items-center justify-center rounded-pill bg-surface-3 text-ink shadow-pop inset-ring inset-ring-line-strong transition-[translate,opacity] duration-(--dur-2) lg:hidden',
        away && 'translate-y-20 opacity-0',
      )}
    >
      <Gem size={20} />
    </button>
  );
}
