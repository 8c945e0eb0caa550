// @vitest-environment node
import { operations } from '@vlam/contract';
import { expect, it } from 'vitest';
import { tableOfOperations } from './operations-table.ts';

it('the table of operations has method and path of each, and says what the client does with it', async () => {
  const table = JSON.parse(await tableOfOperations());
  expect(Object.keys(table)).toEqual(Object.keys(operations));
  expect(table.nearby).toEqual({ method: 'GET', path: operations.nearby.path, response: true });
  expect(table.unlockContent).toMatchObject({ method: 'POST', idempotent: true });
  expect(table.logout).not.toHaveProperty('response');
});
