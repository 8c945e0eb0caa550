import { InfiniteQueryObserver } from '@tanstack/react-query';
import { expect, it, vi } from 'vitest';
import { createQueryClient } from '../../lib/query.ts';
import { statementQuery } from './statement-api.ts';

it('the statement is read again on each visit, so that it shows what was paid between', async () => {
  const client = createQueryClient(() => undefined);
  const queryFn = vi.fn(async () => ({ items: [], nextCursor: null, summary: null }));
  const visit = () => new InfiniteQueryObserver(client, { ...statementQuery('all', '2026-11'), queryFn });
  const leave = visit().subscribe(() => undefined);
  const { queryKey } = statementQuery('all', '2026-11');
  await vi.waitFor(() => expect(client.getQueryState(queryKey)?.status).toBe('success'));
  expect(queryFn).toHaveBeenCalledTimes(1);
  leave();
  visit().subscribe(() => undefined);
  await vi.waitFor(() => expect(queryFn).toHaveBeenCalledTimes(2));
});
