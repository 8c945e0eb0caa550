import { Plural, Trans } from '@lingui/react/macro';
import { BulkBar, type BulkBarProps } from '../../../components/staff-lists/bulk-bar.tsx';
import { BulkNotice } from '../../../components/staff-lists/bulk-notice.tsx';
import { Button } from '../../../components/ui/button.tsx';
import { type BulkAction, type BulkOutcome, type User, useUndoBulk } from './api.ts';

interface UserBulkBarProps extends Omit<BulkBarProps, 'count' | 'children'> {
  chosen: readonly User[];
  busy: boolean;
  onAct(action: BulkAction['action']): void;
}

/** What can be done with the chosen accounts, each with how many it is about. */
export function UserBulkBar({ chosen, busy, onAct, ...bar }: UserBulkBarProps) {
  const count = chosen.length;
  const suspended = chosen.filter(({ status }) => status === 'suspended').length;
  const unproven = chosen.filter(({ isVerified, identityChecked }) => !isVerified || !identityChecked).length;
  return (
    <BulkBar {...bar} count={count}>
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
    </BulkBar>
  );
}

interface BulkResultProps {
  action: BulkAction['action'];
  outcome: BulkOutcome;
  /** Names by account. */
  names: ReadonlyMap<string, string>;
  onClose(): void;
}

/** What the last action on accounts did. */
export function BulkResult({ action, outcome, names, onClose }: BulkResultProps) {
  const { length } = outcome.done;
  const summary = {
    suspend: <Plural value={length} one="# member suspended" other="# members suspended" />,
    unsuspend: <Plural value={length} one="# suspension lifted" other="# suspensions lifted" />,
    verify: <Plural value={length} one="# member verified" other="# members verified" />,
  };
  return (
    <BulkNotice outcome={outcome} summary={summary[action]} names={names} undo={useUndoBulk()} onClose={onClose} />
  );
}
