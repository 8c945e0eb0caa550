import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { PersonPicture, PictureLine } from '../../../components/ui/person-card.tsx';
import { formatRand } from '../../../lib/format.ts';
import type { ListedCreator } from '../api.ts';

interface CreatorCardProps {
  creator: ListedCreator;
  eager: boolean;
  /** The button below the picture. */
  action: ReactNode;
}

/** A creator as a portrait with category, city and monthly price. */
export function CreatorCard({ creator, eager, action }: CreatorCardProps) {
  const price = <b className="num text-button text-on-picture">{formatRand(creator.subscriptionPrice)}</b>;
  return (
    <article aria-label={creator.displayName} data-person-id={creator.id} className="flex h-full flex-col">
      <div className="flex grow flex-col *:grow">
        <PersonPicture
          person={creator}
          src={creator.portraits.card}
          eager={eager}
          isHere={creator.isOnline}
          tag={creator.isOnline ? <Trans>Online</Trans> : null}
        >
          <PictureLine>{creator.category}</PictureLine>
          <PictureLine>{creator.location}</PictureLine>
          <PictureLine>
            {creator.sellsSubscriptions ? <Trans>{price} a month</Trans> : <Trans>No subscriptions</Trans>}
          </PictureLine>
        </PersonPicture>
      </div>
      <div className="mt-2 grid">{action}</div>
    </article>
  );
}
