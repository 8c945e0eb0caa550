import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { type Answer, ApiError, api, keyOf } from '../../lib/api.ts';

export type OwnProfile = Answer<'ownProfile'>;
type NewProfile = Parameters<typeof api.createProfile>[0]['body'];
type ProfileChange = Parameters<typeof api.updateProfile>[0]['body'];

/** The own profile; null for an account without one. */
export const ownProfileQuery = queryOptions<OwnProfile | null>({
  queryKey: keyOf('ownProfile'),
  queryFn: ({ signal }) =>
    api.ownProfile({ signal }).catch((error: unknown) => {
      if (error instanceof ApiError && error.status === 404) return null;
      throw error;
    }),
});

/** Caches the saved profile and invalidates what shows it, including the balance its bonus changes. */
function useCacheProfile() {
  const client = useQueryClient();
  return (profile: OwnProfile) => {
    client.setQueryData(ownProfileQuery.queryKey, profile);
    const changed = [
      'currentUser',
      'getProfile',
      'getCreator',
      'getPriceRequest',
      'creditBalance',
      'creditTransactions',
    ] as const;
    return Promise.all(changed.map((name) => client.invalidateQueries({ queryKey: keyOf(name) })));
  };
}

/** `onSaved` runs before the caches update, because that may unmount the form. */
export function useCreateProfile(onSaved: () => void) {
  const cacheProfile = useCacheProfile();
  return useMutation({
    mutationFn: (body: NewProfile) => api.createProfile({ body }),
    onSuccess: (profile) => {
      onSaved();
      return cacheProfile(profile);
    },
  });
}

export function useUpdateProfile(onSaved?: () => void) {
  const cacheProfile = useCacheProfile();
  return useMutation({
    mutationFn: (body: ProfileChange) => api.updateProfile({ body }),
    onSuccess: (profile) => {
      onSaved?.();
      return cacheProfile(profile);
    },
  });
}
