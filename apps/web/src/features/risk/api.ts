import { infiniteQueryOptions } from '@tanstack/react-query';
import type { RiskCase } from '@vlam/contract/risk';
import type { RiskRule } from '@vlam/contract/rules/risk';
import { type Answer, api, keyOf } from '../../lib/api.ts';

/** Lists that a decision changes. */
export const changedByDecisions = ['listRiskCases', 'getRiskCase', 'listBans', 'adminPayouts', 'adminMember'] as const;

export function casesQuery({ state, rule }: { state: RiskCase['state'] | undefined; rule: RiskRule | undefined }) {
  const query = { ...(state ? { state } : {}), ...(rule ? { rule } : {}) };
  return infiniteQueryOptions({
    queryKey: keyOf('listRiskCases', { query }),
    queryFn: ({ pageParam, signal }) =>
      api.listRiskCases({ query: { ...query, ...(pageParam ? { cursor: pageParam } : {}) }, signal }),
    initialPageParam: '',
    getNextPageParam: (last: Answer<'listRiskCases'>) => last.nextCursor,
    // Each page that is read is a row of the log.
    refetchOnWindowFocus: false,
  });
}

export const ratiosQuery = (days: '30' | '90') =>
  infiniteQueryOptions({
    queryKey: keyOf('chargebackRatios', { query: { days } }),
    queryFn: ({ pageParam, signal }) =>
      api.chargebackRatios({ query: { days, ...(pageParam ? { cursor: pageParam } : {}) }, signal }),
    initialPageParam: '',
    getNextPageParam: (last: Answer<'chargebackRatios'>) => last.nextCursor,
  });

export const bansQuery = (state: 'active' | 'lifted') =>
  infiniteQueryOptions({
    queryKey: keyOf('listBans', { query: { state } }),
    queryFn: ({ pageParam, signal }) =>
      api.listBans({ query: { state, ...(pageParam ? { cursor: pageParam } : {}) }, signal }),
    initialPageParam: '',
    getNextPageParam: (last: Answer<'listBans'>) => last.nextCursor,
  });
