import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { EmptyState } from '../../../components/ui/empty-state.tsx';
import { ErrorState } from '../../../components/ui/error-state.tsx';
import { Loading, SkeletonRows } from '../../../components/ui/skeleton.tsx';
import { Tag } from '../../../components/ui/tag.tsx';
import { queryOf } from '../../../lib/api.ts';
import { formatDate } from '../../../lib/format.ts';
import { languageStore } from '../../../lib/language.ts';
import { Link } from '../../../lib/router.tsx';
import { useStore } from '../../../lib/store.ts';
import { DaysLeft } from './days-left.tsx';
import { caseLabels, stateLabels, stateTones } from './labels.ts';

/** Requests about personal information: open ones with the least time left first. */
export function InformationCaseList({ state }: { state: 'open' | 'answered' }) {
  const { t, i18n } = useLingui();
  const language = useStore(languageStore);
  const { data, error, refetch } = useQuery({
    ...queryOf('listInformationCases', { query: { state } }),
    refetchOnMount: 'always',
  });
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data)
    return (
      <Loading label={t`Loading requests`} className="mt-4">
        <SkeletonRows />
      </Loading>
    );
  if (data.length === 0)
    return (
      <EmptyState
        title={state === 'open' ? <Trans>Nothing is waiting</Trans> : <Trans>Nothing answered yet</Trans>}
        text={<Trans>What members and others ask about their personal information is listed here.</Trans>}
      />
    );
  return (
    <ul className="rise mt-2" aria-label={t`Requests about personal information`}>
      {data.map((found) => (
        <li key={found.id} className="border-line border-t first:border-t-0">
          <Link
            to="/admin/records/requests/:id"
            params={{ id: found.id }}
            className="-mx-3 flex min-h-18 items-center gap-4 rounded-field px-3 py-3 hover:bg-surface-1"
          >
            <span className="min-w-0 flex-1">
              <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
                <span className="font-semibold">{i18n._(caseLabels[found.kind])}</span>
                {found.state === 'open' ? (
                  <DaysLeft dueAt={found.dueAt} />
                ) : (
                  <Tag tone={stateTones[found.state]}>{i18n._(stateLabels[found.state])}</Tag>
                )}
              </span>
              <span className="block wrap-anywhere text-muted text-sm">
                {found.from.name ?? found.from.email ?? t`Account closed`}
              </span>
              <span className="block text-faint text-meta tabular-nums">{found.number}</span>
            </span>
            <span className="max-w-[40%] shrink-0 text-right text-faint text-meta">
              {formatDate(found.answeredAt ?? found.receivedAt, language)}
            </span>
          </Link>
        </li>
      ))}
    </ul>
  );
}
