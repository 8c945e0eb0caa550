import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { bulkUndoMinutes } from '@vlam/contract/rules/staff-lists';
import X from 'lucide-react/icons/x';
import type { ReactNode } from 'react';
import { useMinute } from '../../lib/helpers/use-minute.ts';
import { toast } from '../../lib/toast.ts';
import { useFailure } from '../../lib/use-failure.ts';
import { Button } from '../ui/button.tsx';
import { IconButton } from '../ui/icon-button.tsx';

export interface BulkOutcome {
  batchId: string;
  undoUntil: string;
  done: readonly string[];
  refused: readonly { id: string; message: string }[];
}

/** How an undo is sent, as a mutation. */
export interface Undo {
  isPending: boolean;
  mutateAsync(batchId: string): Promise<{ refused: readonly unknown[] }>;
}

export interface BulkNoticeProps {
  outcome: BulkOutcome;
  /** What it did, with the number. */
  summary: ReactNode;
  /** Names by id. */
  names: ReadonlyMap<string, string>;
  undo: Undo;
  onClose(): void;
}

/** What a bulk action did and what it was refused, with Undo and the time left for it. Stays until it is closed. */
export function BulkNotice({ outcome, summary, names, undo, onClose }: BulkNoticeProps) {
  const { t } = useLingui();
  const fail = useFailure();
  const { done, refused, batchId } = outcome;
  const msLeft = Date.parse(outcome.undoUntil) - useMinute();
  const minutes = Math.min(bulkUndoMinutes, Math.ceil(msLeft / 60_000));
  async function takeBack(): Promise<void> {
    try {
      const problems = (await undo.mutateAsync(batchId)).refused.length;
      toast({
        title: t`Undone`,
        ...(problems > 0 ? { tone: 'warning', text: t`${problems} had been changed since and stay as they are.` } : {}),
      });
      onClose();
    } catch (error) {
      fail(error);
    }
  }
  return (
    <div role="status" className="mt-4 rounded-card bg-surface-2 py-2 pr-2 pl-4">
      <div className="flex flex-wrap items-center gap-2">
        <p className="min-w-32 flex-1 text-sm">
          <span className="font-semibold">{summary}</span>
          {done.length > 0 && minutes > 0 ? (
            <span className="block text-meta text-muted">
              <Plural value={minutes} one="Undo for # more minute" other="Undo for # more minutes" />
            </span>
          ) : null}
        </p>
        {done.length > 0 && minutes > 0 ? (
          <Button
            size="sm"
            variant="bone"
            busy={undo.isPending}
            busyLabel={<Trans>Undoing</Trans>}
            onClick={() => void takeBack()}
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
          {refused.map(({ id, message }) => (
            <li key={id} className="wrap-anywhere py-0.5 text-danger">
              {names.get(id) ?? id}: {message}
            </li>
          ))}
        </ul>
      ) : null}
    </div>
  );
}
