import { infiniteQueryOptions } from '@tanstack/react-query';
import { type Answer, api, keyOf } from '../../../lib/api.ts';

export type AuditEntry = Answer<'auditLog'>['items'][number];
export type AuditSummary = Answer<'auditSummary'>;

/** Filters of the log; empty ones take all. */
export interface AuditFilter {
  actorId: string;
  action: string;
  targetId: string;
  since: string;
  until: string;
}
export const everything: AuditFilter = { actorId: '', action: '', targetId: '', since: '', until: '' };

export const auditQuery = (filter: AuditFilter) => {
  const query = Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== ''));
  return infiniteQueryOptions({
    queryKey: keyOf('auditLog', { query }),
    queryFn: ({ pageParam, signal }) =>
      api.auditLog({ query: { ...query, ...(pageParam ? { cursor: pageParam } : {}) }, signal }),
    initialPageParam: '',
    getNextPageParam: (last: Answer<'auditLog'>) => last.nextCursor,
  });
};
