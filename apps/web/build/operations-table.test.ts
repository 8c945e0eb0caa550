// @vitest-environment node
import { operations } from '@vlam/contract';
import { expect, it } from 'vitest';
import { createOperationsTable } from './operations-table.ts';

it('emits method, path and flags of every operation', async () => {
  const table = JSON.parse(await createOperationsTable());
  expect(Object.keys(table)).toEqual(Object.keys(operations));
  expect(table.nearby).toEqual({ method: 'GET', path: operations.nearby.path, response: true });
  expect(table.unlockContent).toMatchObject({ method: 'POST', idempotent: true });
  expect(table.logout).not.toHaveProperty('response');
});
