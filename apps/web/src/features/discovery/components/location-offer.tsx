import { Trans } from '@lingui/react/macro';
import MapPin from 'lucide-react/icons/map-pin';
import { Button } from '../../../components/ui/button.tsx';
import { OfferNote } from '../../../components/ui/offer-note.tsx';

/** Offers to set a location; a refusal is stored. */
export function LocationOffer({ onSet, onDecline }: { onSet(): void; onDecline(): void }) {
  return (
    <OfferNote
      icon={<MapPin size={20} />}
      actions={
        <>
          <Button size="sm" variant="ghost" onClick={onDecline}>
            <Trans>No, thanks</Trans>
          </Button>
          <Button size="sm" onClick={onSet}>
            <Trans>Set area</Trans>
          </Button>
        </>
      }
    >
      <Trans>
        These distances are measured from your profile's city. Set an area to see who is near you: we keep a patch of
        about five square kilometres, never your position.
      </Trans>
    </OfferNote>
  );
}
