import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useInfiniteQuery } from '@tanstack/react-query';
import type { PastCall } from '@vlam/contract/calls';
import { Avatar } from '../../../components/ui/avatar.tsx';
import { useEarnedLabel } from '../../../components/ui/earned-label.ts';
import { ErrorState } from '../../../components/ui/error-state.tsx';
import { ShowMore } from '../../../components/ui/show-more.tsx';
import { Loading, SkeletonRows } from '../../../components/ui/skeleton.tsx';
import { api, keyOf } from '../../../lib/api.ts';
import { formatDate, formatTime } from '../../../lib/format.ts';
import { Link } from '../../../lib/router.tsx';
import { clockOf, endingTexts, partnerEndingTexts } from '../labels.ts';

/** The member's past calls, each linked to its receipt. Refetched on every mount. */
export function RecentCalls() {
  const { t } = useLingui();
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery({
    queryKey: keyOf('listCalls'),
    queryFn: ({ pageParam, signal }) => api.listCalls({ query: pageParam ? { cursor: pageParam } : {}, signal }),
    initialPageParam: '',
    getNextPageParam: (page) => page.nextCursor,
    staleTime: 0,
  });
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data)
    return (
      <Loading label={t`Loading your calls`}>
        <SkeletonRows count={3} />
      </Loading>
    );
  const calls = data.pages.flatMap(({ items }) => items);
  if (calls.length === 0)
    return (
      <p className="py-4 text-muted">
        <Trans>You have had no calls yet.</Trans>
      </p>
    );
  return (
    <>
      <ul>
        {calls.map((call) => (
          <li key={call.id} className="border-line border-t first:border-t-0">
            <Row call={call} />
          </li>
        ))}
      </ul>
      <ShowMore list={{ hasNextPage, isFetchingNextPage, fetchNextPage }} size="sm" className="mt-3" />
    </>
  );
}

function Row({ call }: { call: PastCall }) {
  const { i18n } = useLingui();
  const { other, ending, createdAt, duration, totalCost, earned, earnedHeld } = call;
  const earnedLabel = useEarnedLabel();
  const text = (call.role === 'partner' ? partnerEndingTexts[ending] : null) ?? endingTexts[ending];
  return (
    <Link
      to="/video-chat"
      search={{ receipt: call.id }}
      className="press flex min-h-15 items-center gap-3.5 rounded-md py-1.5 hover:bg-surface-2"
    >
      <Avatar src={other.avatarUrl} size={44} />
      <span className="min-w-0 flex-1">
        <span className="block break-words">{other.displayName}</span>
        <span className="mt-0.5 block text-faint text-meta">
          <time dateTime={createdAt}>
            {formatDate(createdAt)}, {formatTime(createdAt)}
          </time>
          {' · '}
          {duration > 0 ? clockOf(duration) : i18n._(text)}
        </span>
      </span>
      {earned ? (
        <span className="num max-w-[45%] shrink-0 text-right text-online">
          +{earnedLabel.brief({ credits: earned, held: earnedHeld })}
        </span>
      ) : null}
      {earned === null && totalCost > 0 ? (
        <span className="num shrink-0">
          <Plural value={totalCost} one="# credit" other="# credits" />
        </span>
      ) : null}
    </Link>
  );
}
