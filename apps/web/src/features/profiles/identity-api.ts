import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { documentTypes } from '@vlam/contract/age-verification';
import type { OwnIdentity } from '@vlam/contract/profiles-identity';
import { api, queryOf } from '../../lib/api.ts';

export type DocumentType = (typeof documentTypes)[number];
export const identityQuery = queryOf('ownIdentity');

export type DocumentStep = { step: 'send'; mediaId: string; documentType: DocumentType } | { step: 'withdraw' };

const act = (change: DocumentStep): Promise<OwnIdentity> =>
  change.step === 'withdraw'
    ? api.withdrawIdentityDocument()
    : api.sendIdentityDocument({
        body: { mediaId: change.mediaId, documentType: change.documentType, consent: true },
      });

/** Sends the identity document, or takes it back. */
export function useDocumentStep() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: act,
    onSuccess: (identity) => client.setQueryData(identityQuery.queryKey, identity),
    // Changed in another window, or by staff.
    onError: () => void client.invalidateQueries({ queryKey: identityQuery.queryKey }),
  });
}
