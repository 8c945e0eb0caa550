import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import MapPin from 'lucide-react/icons/map-pin';
import { Button } from '../../../components/ui/button.tsx';
import { readLocal, writeLocal } from '../../../lib/device.ts';
import { createStore, useStore } from '../../../lib/store.ts';
import { locationQuery } from '../api.ts';

const declinedKey = 'location-declined';
const declinedStore = createStore(readLocal(declinedKey) === '1');

/** Remembers the no on this device. The area can still be set in the settings of Nearby Flames. */
export function declineLocation(): void {
  writeLocal(declinedKey, '1');
  declinedStore.set(true);
}

/** For those who keep no location: what it would be good for, and a no that counts. */
export function LocationNote({ onSet }: { onSet(): void }) {
  const { data } = useQuery(locationQuery);
  const declined = useStore(declinedStore);
  if (data?.cell !== null || declined) return null;
  return (
    <div className="mb-4 flex flex-wrap items-center gap-x-3 gap-y-2">
      <MapPin size={20} className="shrink-0 text-faint" />
      <p className="min-w-52 flex-1 text-muted text-sm">
        <Trans>
          These distances are measured from your profile's city. Set an area to see who is near you: we keep a patch of
          about five square kilometres, never your position.
        </Trans>
      </p>
      <div className="-ml-4 flex gap-1 xs:ml-0">
        <Button size="sm" variant="ghost" onClick={declineLocation}>
          <Trans>No, thanks</Trans>
        </Button>
        <Button size="sm" onClick={onSet}>
          <Trans>Set area</Trans>
        </Button>
      </div>
    </div>
  );
}
