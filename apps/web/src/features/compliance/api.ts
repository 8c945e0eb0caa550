import { infiniteQueryOptions } from '@tanstack/react-query';
import { type Answer, api, keyOf } from '../../lib/api.ts';

export type ComplianceStatus = Answer<'complianceStatus'>;
export type RegisteredClassification = Answer<'listClassificationRegister'>['items'][number];
export type RegisteredConsent = Answer<'listConsentRegister'>['items'][number];

const queryFor = (q: string, cursor: string) => ({ ...(q ? { q } : {}), ...(cursor ? { cursor } : {}) });

export const classificationsQuery = (q: string) =>
  infiniteQueryOptions({
    queryKey: keyOf('listClassificationRegister', { query: { q } }),
    queryFn: ({ pageParam, signal }) => api.listClassificationRegister({ query: queryFor(q, pageParam), signal }),
    initialPageParam: '',
    getNextPageParam: (last: Answer<'listClassificationRegister'>) => last.nextCursor,
  });

export const consentRecordsQuery = (q: string) =>
  infiniteQueryOptions({
    queryKey: keyOf('listConsentRegister', { query: { q } }),
    queryFn: ({ pageParam, signal }) => api.listConsentRegister({ query: queryFor(q, pageParam), signal }),
    initialPageParam: '',
    getNextPageParam: (last: Answer<'listConsentRegister'>) => last.nextCursor,
  });
