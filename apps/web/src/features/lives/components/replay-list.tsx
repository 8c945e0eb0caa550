import { Plural, Trans } from '@lingui/react/macro';
import Play from 'lucide-react/icons/play';
import { Avatar } from '../../../components/ui/avatar.tsx';
import { formatDate } from '../../../lib/format.ts';
import { Link } from '../../../lib/router.tsx';
import type { LiveView } from '../api.ts';
import { ShowSection } from './show-section.tsx';

/** Shows that are over and that the member may watch again. */
export const ReplayList = ({ replays }: { replays: readonly LiveView[] }) => (
  <ShowSection
    id="watch-again"
    title={<Trans>Watch again</Trans>}
    shows={replays}
    row={(live) => <Replay key={live.id} live={live} />}
  />
);

function Replay({ live: { id, title, creator, replay } }: { live: LiveView }) {
  const minutes = Math.max(1, Math.round((replay?.seconds ?? 0) / 60));
  return (
    <li className="relative flex items-center gap-4 border-line border-b py-3.5">
      <Avatar src={creator.avatarUrl} size={44} />
      <div className="min-w-0 flex-1">
        <h3 className="wrap-anywhere font-semibold text-sm">
          <Link to="/live/:id" params={{ id }} className="after:absolute after:inset-0">
            {title}
          </Link>
        </h3>
        <p className="mt-0.5 text-meta text-muted">
          {creator.displayName}, <Plural value={minutes} one="# minute" other="# minutes" />
          {replay ? (
            <>
              {', '}
              <Trans>until {formatDate(replay.until)}</Trans>
            </>
          ) : null}
        </p>
      </div>
      <span
        aria-hidden
        className="inline-flex size-12 shrink-0 items-center justify-center rounded-pill bg-surface-2 text-text"
      >
        <Play size={20} />
      </span>
    </li>
  );
}
