import { type ReactNode, Suspense, useState } from 'react';
import { lazyPart } from '../../../lib/styles.ts';
import { useFailure } from '../../../lib/use-failure.ts';
import { type BulkAction, type User, useBulkAction } from './api.ts';
import { BulkBar } from './bulk-bar.tsx';
import { BulkNotice, type BulkResult } from './bulk-notice.tsx';
import { nameOf } from './names.ts';
import { useExport } from './use-export.ts';

const BulkSheet = lazyPart(() => import('./bulk-sheets.tsx').then((module) => module.BulkSheet));

export interface Bulk {
  chosen: ReadonlyMap<string, User>;
  choose(user: User): void;
  clear(): void;
  /** What the last action did. */
  notice: ReactNode;
  /** The bar and its sheet. */
  bar: ReactNode;
}

/** Accounts chosen in the list, over its pages, and what is done to all of them. */
export function useBulk(): Bulk {
  const fail = useFailure();
  const [chosen, setChosen] = useState<ReadonlyMap<string, User>>(new Map());
  const [asked, setAsked] = useState<BulkAction['action'] | null>(null);
  const [result, setResult] = useState<BulkResult | null>(null);
  const [startExport, isExporting] = useExport();
  const users = [...chosen.values()];
  const act = useBulkAction({
    onSuccess(outcome, { action }) {
      setResult({ action, outcome, names: new Map(users.map((user) => [user.id, nameOf(user)])) });
      setChosen(new Map());
      setAsked(null);
    },
    onError: fail,
  });
  const concerned = users.filter((user) => isConcerned(asked, user));
  const clear = () => setChosen(new Map());
  return {
    chosen,
    clear,
    choose(user) {
      const next = new Map(chosen);
      if (!next.delete(user.id)) next.set(user.id, user);
      setChosen(next);
    },
    notice: result ? <BulkNotice key={result.outcome.batchId} result={result} onClose={() => setResult(null)} /> : null,
    bar: (
      <>
        {users.length > 0 ? (
          <BulkBar
            chosen={users}
            busy={act.isPending}
            exporting={isExporting}
            onAct={setAsked}
            onExport={() => startExport({ ids: users.map(({ id }) => id) })}
            onClear={clear}
          />
        ) : null}
        {asked ? (
          <Suspense fallback={null}>
            <BulkSheet
              action={asked}
              users={concerned}
              busy={act.isPending}
              onClose={() => setAsked(null)}
              onConfirm={(suspension) =>
                act.mutate({ action: asked, userIds: concerned.map(({ id }) => id), ...suspension })
              }
            />
          </Suspense>
        ) : null}
      </>
    ),
  };
}

/** An account that is already as the action would leave it is left out. */
export function isConcerned(action: BulkAction['action'] | null, user: User): boolean {
  if (action === 'verify') return !user.isVerified || !user.identityChecked;
  return (action === 'unsuspend') === (user.status === 'suspended');
}
