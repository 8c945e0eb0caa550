import { useLingui } from '@lingui/react/macro';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type Answer, api, keyOf } from '../../../lib/api.ts';
import { toast } from '../../../lib/toast.ts';
import { useFailure } from '../../../lib/use-failure.ts';

export type OwnOffer = Answer<'listOffers'>['items'][number];
export type OwnTerms = Answer<'getOwnTerms'>;
type NewOffer = Parameters<typeof api.createOffer>[0]['body'];

export function useSetTerms(onDone: () => void) {
  const { t } = useLingui();
  const client = useQueryClient();
  const fail = useFailure();
  return useMutation({
    mutationFn: (percentOff: OwnTerms['percentOff']) => api.setOwnTerms({ body: { percentOff } }),
    onSuccess: (terms) => {
      client.setQueryData(keyOf('getOwnTerms'), terms);
      toast({ title: t`Prices saved` });
      onDone();
    },
    onError: fail,
  });
}

export function useCreateOffer(onDone: (offer: OwnOffer) => void) {
  const client = useQueryClient();
  const fail = useFailure();
  return useMutation({
    mutationFn: (body: NewOffer) => api.createOffer({ body }),
    onSuccess: (offer) => {
      void client.invalidateQueries({ queryKey: keyOf('listOffers') });
      onDone(offer);
    },
    onError: fail,
  });
}

export function useEndOffer(onDone: () => void) {
  const { t } = useLingui();
  const client = useQueryClient();
  const fail = useFailure();
  return useMutation({
    mutationFn: (id: string) => api.endOffer({ params: { id } }),
    onSuccess: () => {
      void client.invalidateQueries({ queryKey: keyOf('listOffers') });
      toast({ title: t`Ended` });
      onDone();
    },
    onError: fail,
  });
}
