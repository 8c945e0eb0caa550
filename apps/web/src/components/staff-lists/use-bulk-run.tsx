import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useFailure } from '../../lib/use-failure.ts';
import { BulkNotice, type BulkOutcome } from './bulk-notice.tsx';

interface BulkRun<Body> {
  isRunning: boolean;
  /** `names` by id, for what is refused; `onDone` when something came of it. */
  run(body: Body, names: ReadonlyMap<string, string>, onDone: () => void): void;
  /** What the last run did, with Undo. */
  notice: ReactNode;
}

/** Sends a bulk action of a list, shows its result, and takes it back. */
export function useBulkRun<Body>(calls: {
  send(body: Body): Promise<BulkOutcome>;
  undo(batchId: string): Promise<{ refused: readonly unknown[] }>;
  /** Reads the list again. */
  refresh(): void;
  summary(body: Body, count: number): ReactNode;
}): BulkRun<Body> {
  const fail = useFailure();
  const [names, setNames] = useState<ReadonlyMap<string, string>>(new Map());
  const act = useMutation({ mutationFn: calls.send, onError: fail, onSettled: calls.refresh });
  const undo = useMutation({ mutationFn: calls.undo, onSettled: calls.refresh });
  return {
    isRunning: act.isPending,
    run(body, namesOf, onDone) {
      setNames(namesOf);
      act.mutate(body, { onSuccess: onDone });
    },
    notice:
      act.data && act.variables !== undefined ? (
        <BulkNotice
          key={act.data.batchId}
          outcome={act.data}
          summary={calls.summary(act.variables, act.data.done.length)}
          names={names}
          undo={undo}
          onClose={act.reset}
        />
      ) : null,
  };
}
