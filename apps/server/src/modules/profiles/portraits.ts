import type { Portraits } from '@vlam/contract/profiles';
import type { PortraitOptions } from '../../platform/imagery/portrait.ts';

export type PortraitSize = keyof Portraits;

/** Drawing options per size; `cover` has no person in it. */
export const portraitSizes: Record<PortraitSize, PortraitOptions> = {
  avatar: { width: 96, height: 96, crop: 'face' },
  card: { width: 328, height: 438, crop: 'bust' },
  slab: { width: 520, height: 800, crop: 'bust' },
  wide: { width: 1176, height: 520, crop: 'banner' },
  cover: { width: 1176, height: 520, crop: 'banner', empty: true },
};

interface DrawnSubject {
  id: string;
  relationship_status: string | null;
}
export interface PortraitSubject extends DrawnSubject {
  /** Of the own photo that is shown; null for the drawn portrait. */
  photo_key: string | null;
}

/** Discreet people are drawn from behind. The pose is part of the URL, so that each URL can be cached for ever. */
export const isDrawnFromBehind = (person: DrawnSubject): boolean => person.relationship_status === 'discreet';

const drawnUrl = (person: DrawnSubject, size: PortraitSize): string =>
  `/img/p/${person.id}-${size}${isDrawnFromBehind(person) ? '-b' : ''}.webp`;

/** The address of an own photo; permission is checked at each request. */
export const photoUrl = (key: string, size: PortraitSize | 'whole'): string => `/img/o/${key}-${size}.webp`;

export const portraitUrl = (person: PortraitSubject, size: PortraitSize): string =>
  person.photo_key === null ? drawnUrl(person, size) : photoUrl(person.photo_key, size);

/** The full-screen portrait for a card's URL. */
export const slabPortraitUrl = (cardUrl: string): string => cardUrl.replace(/-card(-b)?\.webp$/, '-slab$1.webp');

/** The posters of a show for a card's URL; without glass for who is inside. Own photos have none. */
export function posterUrls(cardUrl: string, isInside: boolean): { tall: string; wide: string } {
  const open = isInside && cardUrl.startsWith('/img/p/') ? '-o' : '';
  const at = (size: PortraitSize) => cardUrl.replace(/-card(-b)?\.webp$/, `-${size}$1${open}.webp`);
  return { tall: at('slab'), wide: at('wide') };
}

const portraitsAt = (urlOf: (size: PortraitSize) => string): Portraits => ({
  avatar: urlOf('avatar'),
  card: urlOf('card'),
  slab: urlOf('slab'),
  wide: urlOf('wide'),
  cover: urlOf('cover'),
});

export const portraitsOf = (person: PortraitSubject & { cover_key: string | null }): Portraits =>
  portraitsAt((size) => {
    if (size !== 'cover') return portraitUrl(person, size);
    return person.cover_key === null ? drawnUrl(person, size) : photoUrl(person.cover_key, size);
  });

/** For pages that need no session, where own photos are never shown. */
export const drawnPortraitsOf = (person: DrawnSubject): Portraits => portraitsAt((size) => drawnUrl(person, size));
