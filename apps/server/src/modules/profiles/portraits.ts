import type { Portraits } from '@vlam/contract/profiles';
import type { PortraitOptions } from '../../platform/imagery/portrait.ts';

export type PortraitSize = keyof Portraits;

/** What each address draws; `cover` is the lit glass with nobody there. */
export const portraitSizes: Record<PortraitSize, PortraitOptions> = {
  avatar: { width: 96, height: 96, crop: 'face' },
  card: { width: 328, height: 438, crop: 'bust' },
  slab: { width: 520, height: 800, crop: 'bust' },
  wide: { width: 1176, height: 520, crop: 'banner' },
  cover: { width: 1176, height: 520, crop: 'banner', empty: true },
};

export interface Depicted {
  id: string;
  relationship_status: string | null;
}

/** Discreet people are drawn from behind. The pose is in the address, so that each address keeps one picture for ever. */
export const fromBehind = (person: Depicted): boolean => person.relationship_status === 'discreet';

export const portraitAddress = (person: Depicted, size: PortraitSize): string =>
  `/img/p/${person.id}-${size}${fromBehind(person) ? '-b' : ''}.webp`;

/** The full-screen picture that belongs to a card's address. */
export const tallPortrait = (cardUrl: string): string => cardUrl.replace(/-card(-b)?\.webp$/, '-slab$1.webp');

export const portraitsOf = (person: Depicted): Portraits => ({
  avatar: portraitAddress(person, 'avatar'),
  card: portraitAddress(person, 'card'),
  slab: portraitAddress(person, 'slab'),
  wide: portraitAddress(person, 'wide'),
  cover: portraitAddress(person, 'cover'),
});
