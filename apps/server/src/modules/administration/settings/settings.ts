import type { settingsOperations, settingView } from '@vlam/contract/administration-settings';
import type { BodyOf, ResponseOf } from '@vlam/contract/operation';
import { fitsSetting, type SettingName, type SettingValue } from '@vlam/contract/rules/operator-settings';
import type * as z from 'zod/mini';
import { afterCommit, transact } from '../../../platform/after-commit.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { Database, Db } from '../../../platform/database.ts';
import { AppError } from '../../../platform/errors.ts';
import type { OperatorSettings } from '../../../platform/operator-settings.ts';
import type { Realtime } from '../../../platform/realtime.ts';
import type { Viewer } from '../../../platform/viewer.ts';
import type { ComplianceService } from '../../compliance/service.ts';
import type { IdentityService } from '../../identity/service.ts';

type List = ResponseOf<(typeof settingsOperations)['operatorSettings']>;
type Changes = BodyOf<(typeof settingsOperations)['setOperatorSettings']>['changes'];

export interface SettingsDependencies {
  database: Database;
  clock: Clock;
  settings: OperatorSettings;
  realtime: Pick<Realtime, 'toTopic'>;
  compliance: Pick<ComplianceService, 'recordAction'>;
  identity: Pick<IdentityService, 'listNames'>;
}

export interface SettingsDesk {
  list(): Promise<List>;
  /** All or none. Throws `VALIDATION_FAILED`, and `CONFLICT` with the settings that have changed since. */
  change(viewer: Viewer, changes: Changes): Promise<List>;
  /** Throws `CONFLICT` when it has changed since, or its change was taken back already. */
  undo(viewer: Viewer, change: { name: SettingName; version: number }): Promise<List>;
}

/** Changes of settings, each with a row of the audit log in its transaction. */
export function createSettingsDesk(deps: SettingsDependencies): SettingsDesk {
  const { settings, compliance, clock, realtime } = deps;
  const { db } = deps.database;

  async function list(on: Db = db): Promise<z.output<typeof settingView>[]> {
    const stored = await settings.list(on);
    const names = await deps.identity.listNames(on, [...new Set(stored.flatMap(({ changedBy }) => changedBy ?? []))]);
    return stored.map(({ changedAt, changedBy, ...setting }) => ({
      ...setting,
      changedAt: changedAt?.toISOString() ?? null,
      changedBy: changedBy === null ? null : { id: changedBy, name: names.get(changedBy) ?? '' },
    }));
  }

  async function store(
    tx: Db,
    viewer: Viewer,
    change: { name: SettingName; value: SettingValue; version: number; isUndo?: boolean },
  ): Promise<void> {
    const before = (await settings.list(tx)).find(({ name }) => name === change.name);
    if (!(await settings.set(tx, { ...change, by: viewer.accountId, at: clock.now() })))
      throw await conflict(change.name);
    await compliance.recordAction(tx, {
      actorId: viewer.accountId,
      action: change.isUndo ? 'settings.undone' : 'settings.changed',
      targetType: 'setting',
      targetId: change.name,
      details: { from: before?.value ?? null, to: change.value },
    });
  }

  /** Read outside the transaction that failed. */
  async function conflict(name: SettingName): Promise<AppError> {
    const current = (await list()).find((setting) => setting.name === name);
    return new AppError('CONFLICT', {
      message: 'Somebody has changed this since you opened it. The newer value is shown now',
      details: { setting: current },
    });
  }

  const apply = async (act: (tx: Db) => Promise<void>): Promise<List> => {
    await transact(db, async (tx) => {
      await act(tx);
      afterCommit(tx, () => realtime.toTopic('platform', 'settings.changed', {}));
    });
    return { settings: await list() };
  };

  return {
    list: async () => ({ settings: await list() }),
    change(viewer, changes) {
      const fields: Record<string, string> = {};
      for (const { name, value } of changes)
        if (!fitsSetting(name, value)) fields[name] = 'This value is not within the bounds';
      if (new Set(changes.map(({ name }) => name)).size < changes.length)
        fields.changes = 'Each setting can be changed once';
      const [message] = Object.values(fields);
      if (message) throw new AppError('VALIDATION_FAILED', { message, details: { fields } });
      // In one order, so that two admins at once wait for each other instead of locking each other out.
      const ordered = [...changes].sort((one, other) => (one.name < other.name ? -1 : 1));
      return apply(async (tx) => {
        for (const change of ordered) await store(tx, viewer, change);
      });
    },
    undo: (viewer, { name, version }) =>
      apply(async (tx) => {
        const setting = (await settings.list(tx)).find((each) => each.name === name);
        if (setting?.version !== version) throw await conflict(name);
        if (setting.previous === null)
          throw new AppError('CONFLICT', { message: 'There is no change of it left to take back' });
        await store(tx, viewer, { name, version, value: setting.previous, isUndo: true });
      }),
  };
}
