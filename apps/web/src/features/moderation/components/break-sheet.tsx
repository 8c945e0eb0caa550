import { Trans } from '@lingui/react/macro';
import { useEffect, useState } from 'react';
import { EmptyGlass } from '../../../components/ui/empty-glass.tsx';
import { Sheet } from '../../../components/ui/sheet.tsx';
import { formatDuration } from '../../../lib/format.ts';

const breakSeconds = 5 * 60;

/** Covers the case for five minutes; closing it goes on earlier. */
export function BreakSheet({ onClose }: { onClose(): void }) {
  const [left, setLeft] = useState(breakSeconds);
  useEffect(() => {
    const until = Date.now() + breakSeconds * 1000;
    const timer = setInterval(() => setLeft(Math.max(0, Math.round((until - Date.now()) / 1000))), 1000);
    return () => clearInterval(timer);
  }, []);
  return (
    <Sheet
      open
      onClose={onClose}
      title={<Trans>Five minutes for yourself</Trans>}
      intro={<Trans>Stand up, look far away, drink some water. What waits is kept.</Trans>}
    >
      <EmptyGlass className="mx-auto block h-40 w-full rounded-card" />
      <p className="num mt-5 text-center text-[2.5rem]" role="timer" aria-live="off">
        {left > 0 ? formatDuration(left) : <Trans>Welcome back</Trans>}
      </p>
      <p className="mt-3 text-center text-muted text-sm">
        <Trans>If a case stays with you, speak to your lead. SADAG listens day and night, free: 0800 567 567.</Trans>
      </p>
    </Sheet>
  );
}
