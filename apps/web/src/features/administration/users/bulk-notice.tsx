import { Plural, Trans, useLingui } from '@lingui/react/macro';
import X from 'lucide-react/icons/x';
import { Button } from '../../../components/ui/button.tsx';
import { IconButton } from '../../../components/ui/icon-button.tsx';
import { toast } from '../../../lib/toast.ts';
import { useFailure } from '../../../lib/use-failure.ts';
import { useMinute } from '../../../lib/use-minute.ts';
import { type BulkAction, type BulkOutcome, useUndoBulk } from './api.ts';

export interface BulkResult {
  action: BulkAction['action'];
  outcome: BulkOutcome;
  /** Names by account. */
  names: ReadonlyMap<string, string>;
}

/** What a bulk action did and what it was refused, with Undo while there is time. Stays until it is closed. */
export function BulkNotice({ result, onClose }: { result: BulkResult; onClose(): void }) {
  const { t } = useLingui();
  const fail = useFailure();
  const { action, outcome, names } = result;
  const { done, refused } = outcome;
  const now = useMinute();
  const canUndo = done.length > 0 && now < Date.parse(outcome.undoUntil);
  const undo = useUndoBulk({
    onSuccess(undone) {
      const problems = undone.refused.length;
      toast({
        title: t`Undone`,
        ...(problems > 0 ? { tone: 'warning', text: t`${problems} had been changed since and stay as they are.` } : {}),
      });
      onClose();
    },
    onError: fail,
  });
  const said = {
    suspend: <Plural value={done.length} one="# member suspended" other="# members suspended" />,
    unsuspend: <Plural value={done.length} one="# suspension lifted" other="# suspensions lifted" />,
    verify: <Plural value={done.length} one="# member verified" other="# members verified" />,
  };
  return (
    <div role="status" className="mt-4 rounded-card bg-surface-2 py-2 pr-2 pl-4">
      <div className="flex flex-wrap items-center gap-2">
        <p className="min-w-0 flex-1 font-semibold text-sm">{said[action]}</p>
        {canUndo ? (
          <Button
            size="sm"
            variant="bone"
            busy={undo.isPending}
            busyLabel={<Trans>Undoing</Trans>}
            onClick={() => undo.mutate(outcome.batchId)}
          >
            <Trans>Undo</Trans>
          </Button>
        ) : null}
        <IconButton label={t`Close`} onClick={onClose}>
          <X size={20} />
        </IconButton>
      </div>
      {refused.length > 0 ? (
        <ul className="pb-1.5 text-sm">
          {refused.map(({ userId, message }) => (
            <li key={userId} className="wrap-anywhere py-0.5 text-danger">
              {names.get(userId) ?? userId}: {message}
            </li>
          ))}
        </ul>
      ) : null}
    </div>
  );
}
