import { Plural, Trans } from '@lingui/react/macro';
import Play from 'lucide-react/icons/play';
import { Avatar } from '../../../components/ui/avatar.tsx';
import { formatDate } from '../../../lib/format.ts';
import { Link } from '../../../lib/router.tsx';
import type { LiveView } from '../api.ts';

/** Shows that are over and that the member may watch again. */
export function ReplayList({ replays }: { replays: readonly LiveView[] }) {
  if (replays.length === 0) return null;
  return (
    <section className="mt-14" aria-labelledby="watch-again">
      <h2 id="watch-again" className="d3">
        <Trans>Watch again</Trans>
      </h2>
      <ul className="mt-3 lg:grid lg:grid-cols-2 lg:gap-x-8">
        {replays.map((live) => (
          <Replay key={live.id} live={live} />
        ))}
      </ul>
    </section>
  );
}

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
