import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { OwnPhotoCheck } from '@vlam/contract/profiles-photo-check';
import { api, keyOf, queryOf } from '../../lib/api.ts';

export const photoCheckQuery = queryOf('ownPhotoCheck');

/** Whether an address is of an own photo, and not of the drawn portrait. */
export const isOwnPhoto = (address: string): boolean => address.startsWith('/img/o/');

export type PhotoCheckStep = { step: 'start' } | { step: 'send'; mediaId: string } | { step: 'withdraw' };

const act = (change: PhotoCheckStep): Promise<OwnPhotoCheck> => {
  if (change.step === 'start') return api.startPhotoCheck();
  if (change.step === 'withdraw') return api.withdrawPhotoCheck();
  return api.sendPhotoCheck({ body: { mediaId: change.mediaId, consent: true } });
};

/** Asks for a pose, sends the selfie, or withdraws. */
export function usePhotoCheckStep() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: act,
    onSuccess: (state, { step }) => {
      client.setQueryData(photoCheckQuery.queryKey, state);
      if (step === 'withdraw') void client.invalidateQueries({ queryKey: keyOf('getProfile') });
    },
    // Changed in another window, or by a moderator.
    onError: () => void client.invalidateQueries({ queryKey: photoCheckQuery.queryKey }),
  });
}
