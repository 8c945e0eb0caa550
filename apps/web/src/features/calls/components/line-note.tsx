import { Trans, useLingui } from '@lingui/react/macro';
import SignalHigh from 'lucide-react/icons/signal-high';
import SignalLow from 'lucide-react/icons/signal-low';
import SignalMedium from 'lucide-react/icons/signal-medium';
import type { SessionState } from '../session.ts';

/** What the line is like, in a sign and a word, and what it takes. */
export function LineNote({ state }: { state: SessionState | null }) {
  const { t } = useLingui();
  const line = state?.line ?? 'connecting';
  const level = state?.level ?? 'good';
  const levels = {
    good: { word: t`Good line`, Icon: SignalHigh },
    fair: { word: t`Fair line`, Icon: SignalMedium },
    thin: { word: t`Thin line`, Icon: SignalLow },
  };
  const { word, Icon } = levels[level];
  const megabytes = state?.megabytes.toFixed(1) ?? '0.0';
  return (
    <div className="mt-1 text-meta text-on-picture-2">
      <p role="status">
        {line === 'connecting' ? (
          <Trans>Connecting</Trans>
        ) : line === 'interrupted' ? (
          <Trans>Looking for a better way to each other</Trans>
        ) : state?.audioOnly === 'thin' ? (
          <Trans>Sound only: the line is thin</Trans>
        ) : state?.audioOnly === 'chosen' ? (
          <Trans>Sound only</Trans>
        ) : null}
      </p>
      {line === 'connected' ? (
        <p className="inline-flex items-center gap-1.5 tabular-nums">
          <Icon size={16} aria-hidden />
          {word} · <Trans comment="Data of a call">{megabytes} MB a minute</Trans>
        </p>
      ) : null}
    </div>
  );
}
