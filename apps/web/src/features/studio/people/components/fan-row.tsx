import type { FanList } from '@vlam/contract/rules/fans';
import { clsx } from 'clsx';
import { Avatar } from '../../../../components/ui/avatar.tsx';
import { formatRand } from '../../../../lib/format.ts';
import type { Fan } from '../api.ts';
import { shortDay, sinceText, untilText } from '../labels.ts';

/** Columns from 1024 px, of the rows and their heads. */
export const columns = 'lg:grid lg:grid-cols-[minmax(0,1fr)_5.5rem_7rem_5.5rem] lg:gap-x-4';

interface FanRowProps {
  fan: Fan;
  list: FanList;
  /** Of a creator with several tiers. */
  tierName?: string | undefined;
  isOpen: boolean;
  onOpen(): void;
}

/** One person of a list: note under the name, money at the right. */
export function FanRow({ fan, list, tierName, isOpen, onOpen }: FanRowProps) {
  const { displayName, avatarUrl, isOnline, note, at, subscription, earnedCents } = fan;
  const until = list === 'former' ? null : untilText(subscription);
  // The first tier is every subscriber's, and what was open before says nothing of former ones.
  const tier = subscription && !subscription.isOver && subscription.tier > 1 ? tierName : undefined;
  const isEnding = subscription !== null && !subscription.isOver && !subscription.renews;
  return (
    <li className="border-line border-b">
      <button
        type="button"
        aria-current={isOpen || undefined}
        onClick={onOpen}
        className={clsx(
          'flex w-full items-start gap-3 rounded-md py-3 text-left hover:bg-surface-1 lg:min-h-18 lg:items-center',
          columns,
          isOpen && 'bg-surface-1 lg:-mx-3 lg:w-[calc(100%+1.5rem)] lg:px-3',
        )}
      >
        <span className="flex min-w-0 flex-1 items-start gap-3 lg:items-center">
          <Avatar src={avatarUrl} size={44} online={isOnline} />
          <span className="min-w-0">
            <span className="wrap-anywhere block font-semibold leading-snug">{displayName}</span>
            <span className="block text-faint text-meta lg:hidden">
              {sinceText(list, at)}
              {until ? (
                <>
                  {' · '}
                  <span className={isEnding ? 'text-warning' : undefined}>{until}</span>
                </>
              ) : null}
              {tier ? <span className="wrap-anywhere inline-block"> · {tier}</span> : null}
            </span>
            {tier ? <span className="wrap-anywhere hidden text-faint text-meta lg:block">{tier}</span> : null}
            {note ? <span className="wrap-anywhere mt-0.5 line-clamp-2 block text-muted text-sm">{note}</span> : null}
          </span>
        </span>
        <span className="hidden text-muted text-sm lg:block">{shortDay(at)}</span>
        <span className={clsx('hidden text-sm lg:block', isEnding ? 'text-warning' : 'text-muted')}>
          {until ? until.charAt(0).toUpperCase() + until.slice(1) : null}
        </span>
        <span className="num shrink-0 pt-0.5 text-base lg:pt-0 lg:text-right">{formatRand(earnedCents / 100)}</span>
      </button>
    </li>
  );
}
