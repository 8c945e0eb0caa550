import { readLocal, writeLocal } from './device.ts';
import { createStore } from './store.ts';

const storageKey = 'photos-offered';

/** True from the age check until the member on this device has answered the offer to add photos. */
export const photosOfferStore = createStore(readLocal(storageKey) === 'open');

export function setPhotosOffer(isOpen: boolean): void {
  writeLocal(storageKey, isOpen ? 'open' : 'answered');
  photosOfferStore.set(isOpen);
}
