import { Trans } from '@lingui/react/macro';
import MapPin from 'lucide-react/icons/map-pin';
import { Button } from '../../../components/ui/button.tsx';

/** Offers to set a location; a refusal is stored. */
export function LocationOffer({ onSet, onDecline }: { onSet(): void; onDecline(): void }) {
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
        <Button size="sm" variant="ghost" onClick={onDecline}>
          <Trans>No, thanks</Trans>
        </Button>
        <Button size="sm" onClick={onSet}>
          <Trans>Set area</Trans>
        </Button>
      </div>
    </div>
  );
}
