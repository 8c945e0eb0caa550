import { Trans, useLingui } from '@lingui/react/macro';
import { clsx } from 'clsx';
import Flame from 'lucide-react/icons/flame';
import MessageCircle from 'lucide-react/icons/message-circle';
import type { ReactNode } from 'react';
import { Button, buttonStyle } from '../../../../components/ui/button.tsx';
import { PersonPicture, PictureLine } from '../../../../components/ui/person-card.tsx';
import { useLastActive } from '../../../../components/ui/person-labels.tsx';
import { Link } from '../../../../lib/router.tsx';
import type { Person } from '../api.ts';

interface NearbyCardProps {
  person: Person;
  flamed: boolean;
  onFlame(person: Person): void;
  eager: boolean;
  /** Menu at the top right of the picture. */
  corner?: ReactNode;
}

/** A person nearby: distance, name and mood, with Message and Send Flame. */
export function NearbyCard({ person, flamed, onFlame, eager, corner }: NearbyCardProps) {
  const { t } = useLingui();
  const lastActive = useLastActive()(person);
  const { id, displayName, distance } = person;
  return (
    <article aria-label={displayName} data-person-id={id} className="flex h-full flex-col">
      <div className="relative flex grow flex-col *:grow">
        <PersonPicture
          person={person}
          src={person.portraitUrl}
          eager={eager}
          isHere={person.isAvailable || person.isOnline}
          tag={person.isAvailable ? <Trans comment="Available now">Now</Trans> : lastActive}
          lead={distance === null ? null : <Distance km={distance} />}
        >
          {distance === null ? <PictureLine>{person.location}</PictureLine> : null}
          {person.mood ? <PictureLine>{person.mood}</PictureLine> : null}
        </PersonPicture>
        {corner ? <div className="absolute top-0 right-0 grow-0!">{corner}</div> : null}
      </div>
      <div className="mt-2 grid grid-cols-[44px_minmax(0,1fr)] gap-1.5">
        <Link
          to="/chat/:id"
          params={{ id }}
          aria-label={t`Chat with ${displayName}`}
          className={buttonStyle({ size: 'sm', className: 'px-0!' })}
        >
          <MessageCircle size={20} />
        </Link>
        <Button
          size="sm"
          variant="connect"
          aria-pressed={flamed}
          aria-label={flamed ? t`Flame sent to ${displayName}` : undefined}
          disabled={flamed}
          onClick={() => onFlame(person)}
          className="px-1!"
        >
          <Flame size={18} className={clsx('max-xs:hidden', flamed && 'hidden')} />
          {flamed ? <Trans>Flame sent</Trans> : <Trans>Send Flame</Trans>}
        </Button>
      </div>
    </article>
  );
}

/** Whole kilometres, at least 2. */
function Distance({ km }: { km: number }) {
  const figure = <span className="num text-[1.75rem] xs:text-[2.125rem]">{Math.max(km, 2)}</span>;
  return (
    <span
      data-text="distance"
      className="mb-1 flex flex-wrap items-baseline gap-x-0.5 font-semibold text-sm leading-none"
    >
      {km <= 2 ? <Trans>under {figure} km</Trans> : <Trans>{figure} km</Trans>}
    </span>
  );
}
