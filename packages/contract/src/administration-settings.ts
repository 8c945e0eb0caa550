import * as z from 'zod/mini';
import { operation } from './operation.ts';
import { settingNames } from './rules/operator-settings.ts';
import { id, timestamp } from './schemas.ts';

const settings = { permission: 'manage_settings' } as const;
const value = z.union([z.boolean(), z.int(), z.string().check(z.trim(), z.maxLength(500))]);
const name = z.enum(settingNames);

export const settingView = z.object({
  name,
  value,
  /** Counts the changes: a change names the one it was made on. */
  version: z.int(),
  /** Value before the last change; null when it can't be undone. */
  previous: z.nullable(value),
  changedAt: z.nullable(timestamp),
  changedBy: z.nullable(z.object({ id, name: z.string() })),
});
const settingList = z.object({ settings: z.array(settingView) });

export const settingsOperations = {
  operatorSettings: operation({
    method: 'GET',
    path: '/api/admin/settings',
    summary: 'What an operator may change while the site runs, and who changed it when',
    access: settings,
    response: settingList,
  }),
  setOperatorSettings: operation({
    method: 'PUT',
    path: '/api/admin/settings',
    summary:
      'Change settings, all or none; audited. CONFLICT names those that somebody changed since, with their values',
    access: settings,
    stepUp: true,
    rate: 'write',
    body: z.strictObject({
      changes: z
        .array(z.strictObject({ name, value, version: z.int().check(z.gte(0), z.lte(1_000_000_000)) }))
        .check(z.minLength(1), z.maxLength(settingNames.length)),
    }),
    response: settingList,
    errors: ['VALIDATION_FAILED', 'CONFLICT'],
  }),
  undoOperatorSetting: operation({
    method: 'POST',
    path: '/api/admin/settings/undo',
    summary: 'Take back the last change of a setting; audited. CONFLICT when it has changed since, or cannot be undone',
    access: settings,
    stepUp: true,
    rate: 'write',
    body: z.strictObject({ name, version: z.int().check(z.gte(1), z.lte(1_000_000_000)) }),
    response: settingList,
    errors: ['VALIDATION_FAILED', 'CONFLICT'],
  }),
};
