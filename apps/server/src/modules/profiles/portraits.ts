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

export interface PortraitSubject {
  id: string;
  relationship_status: string | null;
}

/** Discreet people are drawn from behind. The pose is part of the URL, so that each URL can be cached for ever. */
export const isDrawnFromBehind = (person: PortraitSubject): boolean => person.relationship_status === 'discreet';

export const portraitUrl = (person: PortraitSubject, size: PortraitSize): string =>
  `/img/p/${person.id}-${size}${isDrawnFromBehind(person) ? '-b' : ''}.webp`;

/** The full-screen portrait for a card's URL. */
export const slabPortraitUrl = (cardUrl: string): string => cardUrl.replace(/-card(-b)?\.webp$/, '-slab$1.webp');

export const portraitsOf = (person: PortraitSubject): Portraits => ({
  avatar: portraitUrl(person, 'avatar'),
  card: portraitUrl(person, 'card'),
  slab: portraitUrl(person, 'slab'),
  wide: portraitUrl(person, 'wide'),
  cover: portraitUrl(person, 'cover'),
});
