import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type Answer, api, keyOf, queryOf } from '../../lib/api.ts';

export type Consent = Answer<'listConsents'>[number];
export type LinkedConsent = Answer<'consentByLink'>;
type LinkAnswer = NonNullable<Parameters<typeof api.answerByLink>[0]['body']>;

/** A request that may still be answered. */
export const isOpen = ({ state, expiresAt }: Pick<Consent, 'state' | 'expiresAt'>): boolean =>
  state === 'asked' && Date.parse(expiresAt) > Date.now();

/** Answers a request, or takes a yes back. The list is read again after a refusal too, which may be another's change. */
export function useAnswerConsent(id: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (
      given:
        | { answer: 'yes' | 'no'; signature: string; wording?: number; mediaId?: string; mediaIds?: string[] }
        | 'revoke',
    ) =>
      given === 'revoke' ? api.revokeConsent({ params: { id } }) : api.answerConsent({ params: { id }, body: given }),
    onSettled: () => void client.invalidateQueries({ queryKey: keyOf('listConsents') }),
  });
}

export const linkQuery = (token: string) => queryOf('consentByLink', { params: { token } });

/** Answers by a private link. */
export function useAnswerByLink(token: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: LinkAnswer) => api.answerByLink({ params: { token }, body }),
    onSettled: () => void client.invalidateQueries({ queryKey: linkQuery(token).queryKey }),
  });
}
