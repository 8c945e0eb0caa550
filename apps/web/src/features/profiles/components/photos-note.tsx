import { photosOfferStore } from '../../../lib/photos-offer.ts';
import { useCurrentUser } from '../../../lib/session.ts';
import { useStore } from '../../../lib/store.ts';
import { lazyPart } from '../../../lib/styles.ts';

const PhotosOffer = lazyPart(() => import('./photos-offer.tsx').then((module) => module.PhotosOffer));

/** For new members with a drawn portrait; others do not load it. */
export function PhotosNote() {
  const isOffered = useStore(photosOfferStore);
  const picture = useCurrentUser()?.profileImageUrl;
  return isOffered && picture?.startsWith('/img/p/') ? <PhotosOffer /> : null;
}
