import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import type { MoodPost } from '@vlam/contract/discovery-activity';
import { clsx } from 'clsx';
import Heart from 'lucide-react/icons/heart';
import type { ReactNode } from 'react';
import { Avatar } from '../../../components/ui/avatar.tsx';
import { ShortAge } from '../../../components/ui/short-age.tsx';
import { formatCompact } from '../../../lib/format.ts';
import { Link } from '../../../lib/router.tsx';
import { moodsQuery } from '../api.ts';
import { moodNames } from '../labels.ts';
import { useLikeMood, useRemoveMood } from '../moods.ts';
import { textAction } from './post-item.tsx';

/** The latest moods, each with a like and a link to the member. */
export function MoodList({ menuOf, pictured }: { menuOf(mood: MoodPost): ReactNode; pictured: boolean }) {
  const { t, i18n } = useLingui();
  const { data } = useQuery(moodsQuery);
  const like = useLikeMood();
  const remove = useRemoveMood();
  if (!data || data.items.length === 0) return null;
  return (
    <ul aria-label={t`Moods of today`} className="mt-3">
      {data.items.map((mood) => {
        const { person, likeCount, liked, isOwn } = mood;
        const text = mood.preset ? i18n._(moodNames[mood.preset]) : mood.mood;
        return (
          <li key={mood.id} className="flex gap-3 border-line border-t pt-3 pb-1 first:border-t-0">
            <Avatar src={pictured ? person.avatarUrl : null} size={44} online={person.isOnline} />
            <div className="min-w-0 flex-1">
              <p className="wrap-anywhere font-semibold text-sm">{text}</p>
              <p className="wrap-anywhere text-faint text-meta">
                {isOwn ? t`You` : person.displayName} · <ShortAge at={mood.createdAt} />
              </p>
              <div className="-ml-3 flex flex-wrap items-center">
                <button
                  type="button"
                  aria-pressed={liked}
                  aria-label={t`Like, ${likeCount}`}
                  onClick={() => like.mutate(mood.id)}
                  className={clsx(textAction, liked && 'text-ember-text!')}
                >
                  <Heart size={18} fill={liked ? 'currentColor' : 'none'} />
                  {formatCompact(likeCount)}
                </button>
                {isOwn ? (
                  <button type="button" onClick={() => remove(mood)} className={textAction}>
                    <Trans>Take down</Trans>
                  </button>
                ) : (
                  <Link to="/profile/:id" params={{ id: person.id }} className={textAction}>
                    <Trans>View Profile</Trans>
                  </Link>
                )}
                <span className="ml-auto">{isOwn ? null : menuOf(mood)}</span>
              </div>
            </div>
          </li>
        );
      })}
    </ul>
  );
}
