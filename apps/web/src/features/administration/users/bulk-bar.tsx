import { Trans, useLingui } from '@lingui/react/macro';
import X from 'lucide-react/icons/x';
import { Button } from '../../../components/ui/button.tsx';
import { IconButton } from '../../../components/ui/icon-button.tsx';
import type { BulkAction, User } from './api.ts';

export interface BulkBarProps {
  chosen: readonly User[];
  busy: boolean;
  exporting: boolean;
  onAct(action: BulkAction['action']): void;
  onExport(): void;
  onClear(): void;
}

/** Actions on the chosen accounts, above the foot of the window. */
export function BulkBar({ chosen, busy, exporting, onAct, onExport, onClear }: BulkBarProps) {
  const { t } = useLingui();
  const count = chosen.length;
  const suspended = chosen.filter(({ status }) => status === 'suspended').length;
  const unproven = chosen.filter(({ isVerified, identityChecked }) => !isVerified || !identityChecked).length;
  return (
    <section
      aria-label={t`Chosen accounts`}
      className="fixed inset-x-2 bottom-[calc(var(--bar-bottom)+env(safe-area-inset-bottom)+8px)] z-28 flex flex-wrap items-center gap-2 rounded-card bg-surface-3 p-2 pl-4 shadow-pop lg:inset-x-auto lg:bottom-6"
    >
      <p className="mr-2 font-semibold text-sm" aria-live="polite">
        <Trans>{count} chosen</Trans>
      </p>
      {unproven > 0 ? (
        <Button size="sm" variant="bone" disabled={busy} onClick={() => onAct('verify')}>
          <Trans>Verify {unproven}</Trans>
        </Button>
      ) : null}
      {suspended < count ? (
        <Button
          size="sm"
          disabled={busy}
          className="bg-danger-soft! text-danger!"
          onClick={() => onAct('suspend')}
          aria-haspopup="dialog"
        >
          <Trans>Suspend {count - suspended}…</Trans>
        </Button>
      ) : null}
      {suspended > 0 ? (
        <Button size="sm" disabled={busy} onClick={() => onAct('unsuspend')}>
          <Trans>Unsuspend {suspended}</Trans>
        </Button>
      ) : null}
      <Button size="sm" variant="ghost" busy={exporting} busyLabel={<Trans>Exporting</Trans>} onClick={onExport}>
        <Trans>Export</Trans>
      </Button>
      <IconButton label={t`Choose none`} onClick={onClear} className="ml-auto">
        <X size={20} />
      </IconButton>
    </section>
  );
}
