import { useLingui } from '@lingui/react/macro';
import { type ReactNode, Suspense, useState } from 'react';
import { type Chosen, useChosen } from '../../../components/staff-lists/use-chosen.ts';
import { useExport } from '../../../components/staff-lists/use-export.ts';
import { lazyPart } from '../../../lib/styles.ts';
import { useFailure } from '../../../lib/use-failure.ts';
import { type BulkAction, type User, useBulkAction, usersFile } from './api.ts';
import { BulkResult, UserBulkBar } from './bulk-parts.tsx';
import { nameOf } from './names.ts';

const UserBulkSheet = lazyPart(() => import('./bulk-sheets.tsx').then((module) => module.UserBulkSheet));

export interface Bulk {
  chosen: Chosen<User>;
  /** What the last action did. */
  notice: ReactNode;
  /** The bar and its sheet. */
  bar: ReactNode;
}

/** Accounts chosen in the list, over its pages, and what is done to all of them. */
export function useBulk(): Bulk {
  const { t } = useLingui();
  const fail = useFailure();
  const chosen = useChosen<User>();
  const [asked, setAsked] = useState<BulkAction['action'] | null>(null);
  const [result, setResult] = useState<Omit<Parameters<typeof BulkResult>[0], 'onClose'> | null>(null);
  const [startExport, isExporting] = useExport(...usersFile);
  const users = [...chosen.rows.values()];
  const act = useBulkAction({
    onSuccess(outcome, { action }) {
      setResult({ action, outcome, names: new Map(users.map((user) => [user.id, nameOf(user)])) });
      chosen.clear();
      setAsked(null);
    },
    onError: fail,
  });
  const concerned = users.filter((user) => isConcerned(asked, user));
  return {
    chosen,
    notice: result ? <BulkResult key={result.outcome.batchId} {...result} onClose={() => setResult(null)} /> : null,
    bar: (
      <>
        {users.length > 0 ? (
          <UserBulkBar
            label={t`Chosen accounts`}
            chosen={users}
            busy={act.isPending}
            exporting={isExporting}
            onAct={setAsked}
            onExport={() => startExport({ ids: users.map(({ id }) => id).join(',') })}
            onClear={chosen.clear}
          />
        ) : null}
        {asked ? (
          <Suspense fallback={null}>
            <UserBulkSheet
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
