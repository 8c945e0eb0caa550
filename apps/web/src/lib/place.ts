import { useLingui } from '@lingui/react/macro';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { cities } from '@vlam/contract/constants';
import { useState } from 'react';
import { type Answer, api, keyOf, messageOf } from './api.ts';
import { toast, toastError } from './toast.ts';

export type OwnLocation = Answer<'ownLocation'>;
type City = (typeof cities)[number];

/** Operations to refetch when the member's location changes. */
const locationOperations = [
  'nearby',
  'nearbyCells',
  'available',
  'matches',
  'interestPosts',
  'moods',
  'listFlames',
] as const;

/** Sets and deletes the member's location. A position is sent to the server and not stored in the browser. */
export function usePlace(options: { onDone?(): void } = {}) {
  const { t } = useLingui();
  const client = useQueryClient();
  const [asking, setAsking] = useState(false);
  const done = (location: OwnLocation | null) => {
    client.setQueryData(
      keyOf('ownLocation'),
      (before: OwnLocation | undefined) =>
        location ?? (before ? { ...before, city: null, cell: null, source: null, changedAt: null } : before),
    );
    for (const name of locationOperations) void client.invalidateQueries({ queryKey: keyOf(name) });
    options.onDone?.();
  };
  const set = useMutation({
    mutationFn: (body: Parameters<typeof api.setLocation>[0]['body']) => api.setLocation({ body }),
    onSuccess: (location) => {
      done(location);
      toast({ title: t`You are in ${location.city ?? ''}`, text: t`Others see only the city and whole kilometres.` });
    },
    onError: (error) => toastError(t`Your location was not changed`, messageOf(error)),
  });
  const forget = useMutation({
    mutationFn: () => api.forgetLocation(),
    onSuccess: () => {
      done(null);
      toast({ title: t`Location forgotten`, text: t`You no longer appear in lists by distance.` });
    },
    onError: (error) => toastError(t`Your location was not forgotten`, messageOf(error)),
  });
  function useDevice() {
    setAsking(true);
    navigator.geolocation.getCurrentPosition(
      ({ coords: { latitude, longitude } }) => {
        setAsking(false);
        set.mutate({ latitude, longitude });
      },
      ({ code }) => {
        setAsking(false);
        toastError(
          t`Your device gave no location`,
          code === 1
            ? t`You said no, and that is fine: choose a city instead.`
            : t`Try again, or choose a city instead.`,
        );
      },
      // Only a rough position is stored, and low accuracy saves battery.
      { enableHighAccuracy: false, timeout: 15_000, maximumAge: 300_000 },
    );
  }
  return {
    /** True when the browser supports geolocation. */
    hasDevice: 'geolocation' in navigator,
    isBusy: asking || set.isPending || forget.isPending,
    isAsking: asking,
    chooseCity: (city: City) => set.mutate({ city }),
    askDevice: useDevice,
    forget: () => forget.mutate(),
  };
}
