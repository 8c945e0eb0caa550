import type { ProfileView } from '@vlam/contract/profiles';
import { clsx } from 'clsx';
import { type ReactNode, useState } from 'react';
import { useShownPicture } from '../../../lib/removed-photos.ts';
import { PhotoSteps } from './photo-steps.tsx';

interface PersonHeroProps {
  person: Pick<ProfileView, 'displayName' | 'handle' | 'age' | 'portraits' | 'photos'>;
  /** On wide screens: a banner (creators) instead of a tall picture at the left. */
  banner: boolean;
  /** Buttons over the picture on a phone. */
  bar: ReactNode;
  /** Under the name, on the picture. */
  children?: ReactNode;
}

/** Keeps name and buttons readable in both themes; in the dark theme it fades into the background on phones. */
const scrim =
  'absolute inset-0 bg-[linear-gradient(rgb(15_11_11/.42),transparent_24%,transparent_44%,rgb(15_11_11/.62)_74%,var(--bg))] in-data-[theme=light]:bg-[linear-gradient(rgb(15_11_11/.42),transparent_24%,transparent_44%,rgb(15_11_11/.66)_74%,rgb(15_11_11/.86))]';
const bannerScrim =
  'lg:bg-[linear-gradient(90deg,rgb(15_11_11/.72),rgb(15_11_11/.18)_56%,transparent)]! lg:in-data-[theme=light]:bg-[linear-gradient(90deg,rgb(15_11_11/.72),rgb(15_11_11/.18)_56%,transparent)]!';

/** An own cover replaces the banner with the portrait. */
const isPhoto = (address: string): boolean => address.startsWith('/img/o/');

/** A person's picture with their name on it. */
export function PersonHero({ person, banner, bar, children }: PersonHeroProps) {
  const { displayName, handle, age, portraits, photos } = person;
  const [place, setPlace] = useState(0);
  const slab = useShownPicture(photos[place] ?? portraits.slab);
  const wide = useShownPicture(isPhoto(portraits.cover) ? portraits.cover : portraits.wide);
  return (
    <header className={clsx('relative', banner ? 'lg:pt-2' : 'contents')}>
      <div
        className={clsx(
          'relative -mx-(--gutter) h-101 overflow-hidden bg-surface-2 in-data-[theme=light]:rounded-b-sheet lg:mx-0 lg:rounded-sheet!',
          banner ? 'lg:h-71.5' : 'col-start-1 row-start-1 lg:row-span-2 lg:mt-2 lg:h-160',
        )}
      >
        <picture>
          {banner && wide.src ? <source media="(min-width: 1024px)" srcSet={wide.src} /> : null}
          <img
            src={slab.src ?? undefined}
            onError={() => {
              slab.onError();
              wide.onError();
            }}
            alt=""
            width={520}
            height={800}
            fetchPriority="high"
            className={clsx(
              'absolute inset-0 size-full object-cover object-[50%_14%]',
              banner && 'lg:object-[50%_24%]',
            )}
          />
        </picture>
        <div className={clsx(scrim, banner ? bannerScrim : 'lg:bg-none!')} />
        {photos.length > 1 ? (
          <PhotoSteps
            place={Math.min(place, photos.length - 1)}
            count={photos.length}
            onStep={setPlace}
            className={banner ? 'lg:hidden' : ''}
          />
        ) : null}
        {bar}
      </div>
      <div
        className={clsx(
          'pb-1.5 in-data-[theme=light]:pb-4',
          banner
            ? 'absolute inset-x-0 bottom-0 text-on-picture lg:right-8 lg:bottom-6 lg:left-8'
            : 'relative col-start-1 row-start-1 self-end text-on-picture lg:col-start-2 lg:self-start lg:pt-3 lg:text-ink',
        )}
      >
        <h1
          tabIndex={-1}
          className="d2 text-[min(2.875rem,15vw)]! leading-[.94]! tracking-[-.045em]! wrap-anywhere lg:max-w-130 lg:text-[3.5rem]!"
        >
          {age === null ? displayName : `${displayName}, ${age}`}
        </h1>
        {handle ? <p className="mt-2 wrap-anywhere text-sm lg:text-button">@{handle}</p> : null}
        {children}
      </div>
    </header>
  );
}
