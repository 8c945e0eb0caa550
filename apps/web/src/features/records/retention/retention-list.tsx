import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { maxCountedRows } from '@vlam/contract/records-retention';
import { Code } from '../../../components/ui/code.tsx';
import { ErrorState } from '../../../components/ui/error-state.tsx';
import { Loading, SkeletonRows } from '../../../components/ui/skeleton.tsx';
import { Tag } from '../../../components/ui/tag.tsx';
import { type Answer, queryOf } from '../../../lib/api.ts';
import { formatDate, formatTime } from '../../../lib/format.ts';
import { languageStore } from '../../../lib/language.ts';
import { formatNumber } from '../../../lib/numbers.ts';
import { useStore } from '../../../lib/store.ts';
import { modeLabels, ruleLabels } from './labels.ts';

type Rule = Answer<'retentionSchedule'>[number];

/** Each class of rows with its time and basis, what is due, and what the last run removed. */
export function RetentionList() {
  const { t } = useLingui();
  const { data, error, refetch } = useQuery(queryOf('retentionSchedule'));
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data)
    return (
      <Loading label={t`Loading the schedule`}>
        <SkeletonRows count={8} />
      </Loading>
    );
  return (
    <ul className="rise mt-5" aria-label={t`Retention schedule`}>
      {data.map((rule) => (
        <li
          key={rule.id}
          className="grid gap-x-6 gap-y-1 border-line border-t py-4 first:border-t-0 lg:grid-cols-[minmax(0,1.5fr)_130px_minmax(0,1fr)]"
        >
          <RuleRow rule={rule} />
        </li>
      ))}
    </ul>
  );
}

function RuleRow({ rule }: { rule: Rule }) {
  const { i18n } = useLingui();
  const label = ruleLabels[rule.id];
  return (
    <>
      <div className="min-w-0">
        <h2 className="flex flex-wrap items-center gap-x-2 gap-y-1 font-semibold">
          {label ? i18n._(label) : rule.id}
          <Tag tone={rule.mode === 'job' ? 'info' : 'neutral'}>{i18n._(modeLabels[rule.mode])}</Tag>
        </h2>
        <p className="mt-0.5 wrap-anywhere text-muted text-sm">{rule.basis}</p>
        {rule.worker ? (
          <p className="text-faint text-meta">
            <Trans>Job</Trans> <Code>{rule.worker}</Code>
          </p>
        ) : null}
      </div>
      <p className="num text-lg">{rule.days === null ? null : <Days days={rule.days} />}</p>
      {rule.mode === 'job' ? <Progress rule={rule} /> : null}
    </>
  );
}

function Days({ days }: { days: number }) {
  const years = Math.floor(days / 365);
  return days < 365 ? (
    <Plural value={days} one="# day" other="# days" />
  ) : (
    <Plural value={years} one="# year" other="# years" />
  );
}

function Progress({ rule }: { rule: Rule }) {
  const language = useStore(languageStore);
  const { due, held, lastRun } = rule;
  return (
    <div className="min-w-0 text-muted text-sm">
      <p className={due && due > (held ?? 0) ? 'font-semibold text-warning' : ''}>
        {due === 0 || due === null ? (
          <Trans>Nothing is due</Trans>
        ) : (
          <Trans>
            {formatNumber(due)}
            {due >= maxCountedRows ? '+' : ''} due
          </Trans>
        )}
        {held ? (
          <>
            {', '}
            <Trans>{formatNumber(held)} under a hold</Trans>
          </>
        ) : null}
      </p>
      <p className="text-faint text-meta">
        {!lastRun ? (
          <Trans>Did not run yet</Trans>
        ) : (
          <>
            <Trans>
              {formatNumber(lastRun.removed)} removed on {formatDate(lastRun.startedAt, language)},{' '}
              {formatTime(lastRun.startedAt)}
            </Trans>
            {lastRun.endedAt ? null : (
              <>
                {', '}
                <Trans>interrupted</Trans>
              </>
            )}
          </>
        )}
        {rule.removed > 0 ? (
          <span className="block">
            <Trans>{formatNumber(rule.removed)} removed in all</Trans>
          </span>
        ) : null}
      </p>
    </div>
  );
}
