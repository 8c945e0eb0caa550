import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { RollingNumber } from '../../../components/ui/rolling-number.tsx';
import { Skeleton } from '../../../components/ui/skeleton.tsx';
import { trendingQuery } from '../api.ts';
import { topicNames } from '../labels.ts';
import { useCount } from '../use-count.ts';

/** Today's trends, the most popular in ember. */
export function Trending() {
  const { i18n } = useLingui();
  const translate = useCount();
  const { data, isError } = useQuery(trendingQuery);
  const maxCount = Math.max(1, ...(data ?? []).map(({ count }) => count ?? 0));
  if (isError) return null;
  return (
    <section aria-labelledby="trending">
      <h3 id="trending" className="d4 mb-2.5">
        <Trans>Trending today</Trans>
      </h3>
      {data ? (
        <ol>
          {data.map(({ topic, count }, rank) => (
            <li key={topic} className="grid min-h-13 grid-cols-[1fr_auto] items-center gap-x-3">
              <span className="font-semibold text-sm">{i18n._(topicNames[topic])}</span>
              <span className="num text-[1.125rem]">
                {count === null ? translate(null) : <RollingNumber value={count} />}
              </span>
              <span aria-hidden className="-mt-2 col-span-2 h-[3px] overflow-hidden rounded-[2px] bg-surface-3">
                <span
                  className={clsx(
                    'block h-full rounded-[2px] transition-[width] duration-(--dur-4)',
                    rank === 0 ? 'bg-ember' : 'bg-faint',
                  )}
                  style={{ width: `${((count ?? 0) / maxCount) * 100}%` }}
                />
              </span>
            </li>
          ))}
        </ol>
      ) : (
        <Skeleton className="h-52 rounded-card" />
      )}
    </section>
  );
}
