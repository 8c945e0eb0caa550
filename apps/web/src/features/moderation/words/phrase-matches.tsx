import { Trans, useLingui } from '@lingui/react/macro';
import { useInfiniteQuery } from '@tanstack/react-query';
import { ruleLabels } from '../../../components/staff-lists/rule-labels.ts';
import { EmptyState } from '../../../components/ui/empty-state.tsx';
import { ErrorState } from '../../../components/ui/error-state.tsx';
import { PostedAge } from '../../../components/ui/posted-age.tsx';
import { ShowMore } from '../../../components/ui/show-more.tsx';
import { Loading, SkeletonRows } from '../../../components/ui/skeleton.tsx';
import { Tag } from '../../../components/ui/tag.tsx';
import { Link } from '../../../lib/router.tsx';
import { matchesQuery } from './api.ts';
import { wordEffectLabels } from './labels.ts';

/** Texts in which a phrase was found, newest first. */
export function PhraseMatches() {
  const { t, i18n } = useLingui();
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery(matchesQuery);
  const rows = data?.pages.flatMap((page) => page.items);
  if (error && !rows) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!rows)
    return (
      <Loading label={t`Loading what was found`}>
        <SkeletonRows count={5} />
      </Loading>
    );
  if (rows.length === 0)
    return (
      <EmptyState
        title={<Trans>Nothing found</Trans>}
        text={<Trans>Texts of the last 90 days with a listed phrase stand here.</Trans>}
      />
    );
  return (
    <>
      <ul className="rise border-line border-t">
        {rows.map((row) => (
          <li key={row.id} className="border-line border-b py-3.5">
            <p className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
              {row.person ? (
                <Link
                  to="/admin/users/:id"
                  params={{ id: row.person.id }}
                  className="-my-2.5 inline-block py-2.5 font-semibold hover:underline"
                >
                  {row.person.displayName}
                </Link>
              ) : (
                <span className="text-muted">
                  <Trans>A member without a profile</Trans>
                </span>
              )}
              <Tag tone={row.effect === 'refuse' ? 'danger' : 'neutral'}>{i18n._(wordEffectLabels[row.effect])}</Tag>
            </p>
            <p className="mt-1 wrap-anywhere">{row.text}</p>
            <p className="mt-1 text-faint text-meta">
              {row.phrase}, {i18n._(ruleLabels[row.rule])}, <PostedAge at={row.at} />
            </p>
          </li>
        ))}
      </ul>
      <ShowMore list={{ hasNextPage, isFetchingNextPage, fetchNextPage }} className="mt-5" />
    </>
  );
}
