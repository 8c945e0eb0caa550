import { useQuery } from '@tanstack/react-query';
import { readLocal, writeLocal } from '../../../lib/device.ts';
import { createStore, useStore } from '../../../lib/store.ts';
import { lazyPart } from '../../../lib/styles.ts';
import { locationQuery } from '../api.ts';

const LocationOffer = lazyPart(() => import('./location-offer.tsx').then((module) => module.LocationOffer));

const declinedKey = 'location-declined';
const declinedStore = createStore(readLocal(declinedKey) === '1');

/** Stores the refusal on this device. The area can still be set on Nearby Flames. */
function declineLocation(): void {
  writeLocal(declinedKey, '1');
  declinedStore.set(true);
}

/** For members without a location; others do not load it. */
export function LocationNote({ onSet }: { onSet(): void }) {
  const { data } = useQuery(locationQuery);
  const declined = useStore(declinedStore);
  if (data?.cell !== null || declined) return null;
  return <LocationOffer onSet={onSet} onDecline={declineLocation} />;
}
