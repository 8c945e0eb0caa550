import { Trans, useLingui } from '@lingui/react/macro';
import type { PersonCard as Person } from '@vlam/contract/discovery-people';
import { clsx } from 'clsx';
import type { ReactNode } from 'react';
import { Link } from '../../lib/router.tsx';
import { Portrait } from './avatar.tsx';
import { Button, buttonStyle } from './button.tsx';
import { NameAndAge } from './name-and-age.tsx';
import { useDistance, useLastActive } from './person-labels.tsx';
import { PresenceDot, Tag } from './tag.tsx';

export interface PersonCardProps {
  person: Person;
  /** Sends a flame; without it there is no Connect button. */
  onConnect?: ((person: Person) => void) | undefined;
  /** Label of Connect, such as Send Flame. */
  connect?: ReactNode;
  /** True when a flame was sent, also since the list was loaded; by default the list's value. */
  flamed?: boolean;
  /** False while the picture must not load: out of view, or Save-Data. */
  pictured?: boolean;
  eager?: boolean;
  /** Menu at the top right of the picture. */
  corner?: ReactNode;
  /** Content between picture and buttons. */
  children?: ReactNode;
  className?: string;
}

/** A person as a portrait with name and two buttons. */
export function PersonCard({
  person,
  onConnect,
  connect,
  flamed = person.flamed,
  pictured = true,
  eager = false,
  corner,
  children,
  className,
}: PersonCardProps) {
  const { t } = useLingui();
  const distance = useDistance()(person);
  const lastActive = useLastActive()(person);
  const { id, displayName } = person;
  const here = person.isAvailable || person.isOnline;
  return (
    <article aria-label={displayName} data-person-id={id} className={clsx('flex flex-col', className)}>
      <div className="relative">
        <PersonPicture
          person={person}
          src={pictured ? person.portraitUrl : null}
          eager={eager}
          isHere={here}
          tag={person.isAvailable ? <Trans comment="Available now">Now</Trans> : lastActive}
        >
          <PictureLine>{distance ? `${distance} · ${person.location}` : person.location}</PictureLine>
          {person.mood ? <PictureLine>{person.mood}</PictureLine> : null}
        </PersonPicture>
        {corner ? <div className="absolute top-0 right-0">{corner}</div> : null}
      </div>
      {children}
      <div className={clsx('mt-2 grid gap-1.5', onConnect && 'grid-cols-[repeat(auto-fit,minmax(4em,1fr))]')}>
        <Link
          to="/chat/:id"
          params={{ id }}
          aria-label={t`Chat with ${displayName}`}
          className={buttonStyle({ size: 'sm', className: 'px-1!' })}
        >
          <Trans>Chat</Trans>
        </Link>
        {onConnect ? (
          <Button
            size="sm"
            variant="connect"
            aria-pressed={flamed}
            aria-label={flamed ? t`Flame sent to ${displayName}` : undefined}
            disabled={flamed}
            onClick={() => onConnect(person)}
            className="px-1!"
          >
            {flamed ? <Trans>Flame sent</Trans> : (connect ?? <Trans>Connect</Trans>)}
          </Button>
        ) : null}
      </div>
    </article>
  );
}

/** Grid of person cards: two columns on phones, one with larger text. */
export const personGrid =
  'grid grid-cols-[repeat(auto-fill,minmax(min(100%,max(8rem,40%)),1fr))] gap-x-2 gap-y-5 sm:grid-cols-3 lg:grid-cols-4 lg:gap-x-3.5 lg:gap-y-7';

interface PersonPictureProps {
  /** Without an age only the name is shown. */
  person: Pick<Person, 'id' | 'displayName' | 'isVerified'> & Partial<Pick<Person, 'age' | 'isPhotoChecked'>>;
  /** Null while the picture must not load. */
  src: string | null;
  eager: boolean;
  /** A light beside the tag. */
  isHere: boolean;
  /** At the top left, if any. */
  tag: ReactNode;
  /** Above the name, for a figure. */
  lead?: ReactNode;
  /** Lines under the name. */
  children: ReactNode;
}

/** A portrait that links to the profile, with name and lines of text. */
export function PersonPicture({ person, src, eager, isHere, tag, lead, children }: PersonPictureProps) {
  const { id } = person;
  return (
    <Link
      to="/profile/:id"
      params={{ id }}
      // Clipped instead of hidden: the picture grows with long text.
      className="relative isolate flex aspect-3/4 flex-col justify-end overflow-clip rounded-card bg-[#221b19] px-3 pt-11 pb-[11px] text-on-picture"
    >
      <Portrait
        src={src}
        width={3}
        height={4}
        eager={eager}
        className="absolute inset-0 -z-1 size-full bg-transparent!"
      />
      <span
        aria-hidden
        className="absolute inset-x-0 top-[45%] bottom-0 -z-1 bg-linear-to-b from-[rgb(10_6_6/0)] to-[rgb(10_6_6/.82)]"
      />
      {tag ? (
        <Tag
          tone="glass"
          className="absolute top-2.5 left-2.5 max-xs:left-1.5 max-xs:px-2"
          icon={isHere ? <PresenceDot className="bg-[#52d69d]!" /> : null}
        >
          {tag}
        </Tag>
      ) : null}
      {lead}
      <span data-text="name" className="d4 wrap-anywhere">
        <NameAndAge person={person} />
      </span>
      {children}
    </Link>
  );
}

/** One line under the name. */
export const PictureLine = ({ children }: { children: ReactNode }) => (
  <span data-text="line" className="wrap-anywhere block text-meta text-on-picture-2">
    {children}
  </span>
);
