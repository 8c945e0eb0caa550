import { Trans } from '@lingui/react/macro';
import { Avatar } from '../../../../components/ui/avatar.tsx';
import type { FanFacts } from '../api.ts';
import { shortDay } from '../labels.ts';

/** Portrait, name, and since when. Inline elements only: it is the heading of the card. */
export function FanHead({ fan }: { fan: FanFacts }) {
  const { displayName, avatarUrl, isOnline, subscription, followsSince } = fan;
  const since = subscription && shortDay(subscription.since);
  const follows = followsSince && shortDay(followsSince);
  return (
    <span className="flex min-w-0 items-center gap-4">
      <Avatar src={avatarUrl} size={56} online={isOnline} />
      <span className="min-w-0">
        <span className="wrap-anywhere block">{displayName}</span>
        <span className="mt-1 block font-normal font-sans text-meta text-muted tracking-normal">
          {since ? (
            subscription.isOver ? (
              <Trans>Was a subscriber, since {since}</Trans>
            ) : (
              <Trans>Subscriber since {since}</Trans>
            )
          ) : follows ? (
            <Trans>Follows you since {follows}</Trans>
          ) : (
            <Trans>Neither subscribes nor follows</Trans>
          )}
        </span>
      </span>
    </span>
  );
}
