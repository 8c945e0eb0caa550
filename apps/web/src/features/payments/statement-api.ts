import { infiniteQueryOptions } from '@tanstack/react-query';
import { pathOf } from '@vlam/contract/client';
import type { StatementCurrency, StatementGroup } from '@vlam/contract/rules/statement';
import { type Answer, api, keyOf } from '../../lib/api.ts';

type Page = Answer<'memberStatement'>;
export type StatementEntry = Page['items'][number];

/** What the filters show, in their order. */
export const shownFilters = {
  all: {},
  rand: { currency: 'rand' },
  credits: { currency: 'credits' },
  subscriptions: { group: 'subscriptions' },
  tips: { group: 'tips' },
  content: { group: 'content' },
  calls: { group: 'calls' },
  requests: { group: 'requests' },
  free: { group: 'free' },
  returns: { group: 'returns' },
} as const satisfies Record<string, { currency?: StatementCurrency; group?: StatementGroup }>;
export type Shown = keyof typeof shownFilters;

export const isShown = (name: string | null): name is Shown => name !== null && Object.hasOwn(shownFilters, name);

/** `all` for every month. */
const queryFor = (show: Shown, month: string) => ({ ...shownFilters[show], ...(month === 'all' ? {} : { month }) });

export const statementQuery = (show: Shown, month: string) =>
  infiniteQueryOptions({
    queryKey: keyOf('memberStatement', { query: queryFor(show, month) }),
    queryFn: ({ pageParam, signal }) =>
      api.memberStatement({ query: { ...queryFor(show, month), ...(pageParam ? { cursor: pageParam } : {}) }, signal }),
    // Any screen may have moved money since the last visit.
    staleTime: 0,
    initialPageParam: '',
    getNextPageParam: (last: Page) => last.nextCursor,
  });

/** Address of the same entries as a CSV file; its path is named here, because links are drawn without waiting. */
export const statementCsvUrl = (show: Shown, month: string): string =>
  pathOf({ path: '/api/payments/statement.csv' }, { query: queryFor(show, month) });

/** Months from the current one (YYYY-MM) back to the first, newest first; at most two years. */
export function monthsSince(first: string | null, current: string): string[] {
  const months = [current];
  for (let month = current; first !== null && month > first && months.length < 24; ) {
    const [year = 0, number = 1] = month.split('-').map(Number);
    month = number === 1 ? `${year - 1}-12` : `${year}-${String(number - 1).padStart(2, '0')}`;
    months.push(month);
  }
  return months;
}
