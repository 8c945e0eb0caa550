import { useLingui } from '@lingui/react/macro';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type AccountConsentKind, currentWordingOf } from '@vlam/contract/rules/account-consents';
import { type Answer, api, queryOf } from './api.ts';
import { toast } from './toast.ts';
import { useFailure } from './use-failure.ts';

export const accountConsentsQuery = queryOf('accountConsents');
export type AccountConsent = Answer<'accountConsents'>[number];

/** Agrees to the current wording, or takes a yes back with everything that was kept by it. */
export function useSetConsent() {
  const { t } = useLingui();
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ kind, given }: { kind: AccountConsentKind; given: boolean }) =>
      given
        ? api.giveAccountConsent({ params: { kind }, body: { number: currentWordingOf(kind) } })
        : api.withdrawAccountConsent({ params: { kind } }),
    onSuccess: (consents, { kind, given }) => {
      client.setQueryData(accountConsentsQuery.queryKey, consents);
      if (given) return;
      // The page, the matches and every list of people may have held it.
      void client.invalidateQueries();
      toast({
        title: t`Taken back`,
        text:
          kind === 'orientation'
            ? t`Your orientation is deleted.`
            : t`What was kept by it is deleted, and matching is off.`,
      });
    },
    onError: useFailure(),
  });
}
