import { Trans } from '@lingui/react/macro';
import Camera from 'lucide-react/icons/camera';
import { Button, buttonStyle } from '../../../components/ui/button.tsx';
import { OfferNote } from '../../../components/ui/offer-note.tsx';
import { setPhotosOffer } from '../../../lib/photos-offer.ts';
import { Link } from '../../../lib/router.tsx';

/** Offers a new member to add photos; the answer is stored. */
export function PhotosOffer() {
  const answer = () => setPhotosOffer(false);
  return (
    <OfferNote
      icon={<Camera size={20} />}
      actions={
        <>
          <Button size="sm" variant="ghost" onClick={answer}>
            <Trans>Not now</Trans>
          </Button>
          <Link to="/profile" search={{ photos: 'open' }} onClick={answer} className={buttonStyle({ size: 'sm' })}>
            <Trans>Add photos</Trans>
          </Link>
        </>
      }
    >
      <Trans>Others see the portrait drawn for you. You can add up to six photos, now or later on your profile.</Trans>
    </OfferNote>
  );
}
