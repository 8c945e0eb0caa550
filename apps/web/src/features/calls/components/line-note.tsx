import { Trans, useLingui } from '@lingui/react/macro';
import Signal from 'lucide-react/icons/signal';
import SignalHigh from 'lucide-react/icons/signal-high';
import SignalLow from 'lucide-react/icons/signal-low';
import SignalMedium from 'lucide-react/icons/signal-medium';
import { buttonStyle } from '../../../components/ui/button.tsx';
import { Dotted } from '../../../components/ui/dotted.tsx';
import type { CallSession, SessionState } from '../session.ts';

interface LineNoteProps {
  state: SessionState | null;
  session: CallSession | null;
}

/** Connection quality and data use; on a slow network, switches to audio only and back. */
export function LineNote({ state, session }: LineNoteProps) {
  const { t } = useLingui();
  const line = state?.line ?? 'connecting';
  const level = state?.level ?? 'good';
  const levels = {
    good: { label: t`Good connection`, Icon: SignalHigh },
    fair: { label: t`Fair connection`, Icon: SignalMedium },
    slow: { label: t`Slow network`, Icon: SignalLow },
  };
  const { label, Icon } = levels[level];
  const megabytes = state?.megabytes.toFixed(1) ?? '0.0';
  return (
    <div className="mt-1 text-meta text-on-picture-2">
      <p role="status">
        {line === 'connecting' ? (
          <Trans>Connecting</Trans>
        ) : line === 'interrupted' ? (
          <Trans>Reconnecting</Trans>
        ) : state?.audioOnly === 'slow' ? (
          <Trans>Sound only: slow network</Trans>
        ) : state?.audioOnly === 'chosen' ? (
          <Trans>Sound only</Trans>
        ) : null}
      </p>
      {line === 'connected' ? (
        <p className="flex items-start gap-1.5 tabular-nums">
          {/* The empty bars are drawn faintly, because a single bar alone is hard to read. */}
          <span aria-hidden className="grid shrink-0 *:col-start-1 *:row-start-1">
            <Signal size={16} className="opacity-30" />
            <Icon size={16} />
          </span>
          <Dotted>
            {label}
            <Trans comment="Data of a call">{megabytes} MB a minute</Trans>
          </Dotted>
        </p>
      ) : null}
      {line !== 'connected' ? null : state?.audioOnly === 'slow' ? (
        <button type="button" className={offer} onClick={() => session?.setAudioOnly(false)}>
          <Trans>Try video again</Trans>
        </button>
      ) : level === 'slow' && state?.audioOnly === null ? (
        <button type="button" className={offer} onClick={() => session?.setAudioOnly(true)}>
          <Trans>Continue with sound only</Trans>
        </button>
      ) : null}
    </div>
  );
}

const offer = buttonStyle({
  size: 'sm',
  className: 'mt-2 bg-[rgb(15_11_11/.66)]! text-on-picture! hover:bg-[rgb(15_11_11/.9)]!',
});
