import { Trans, useLingui } from '@lingui/react/macro';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import CircleCheck from 'lucide-react/icons/circle-check';
import TriangleAlert from 'lucide-react/icons/triangle-alert';
import { useDeferredValue, useState } from 'react';
import { Code } from '../../../components/ui/code.tsx';
import { EmptyState } from '../../../components/ui/empty-state.tsx';
import { ErrorState } from '../../../components/ui/error-state.tsx';
import { ShowMore } from '../../../components/ui/show-more.tsx';
import { Loading, SkeletonRows } from '../../../components/ui/skeleton.tsx';
import { queryOf } from '../../../lib/api.ts';
import { formatDate, formatTime } from '../../../lib/format.ts';
import { languageStore } from '../../../lib/language.ts';
import { formatNumber } from '../../../lib/numbers.ts';
import { useStore } from '../../../lib/store.ts';
import { wordsOf } from '../words-of.ts';
import { type AuditEntry, type AuditSummary, auditQuery, everything } from './api.ts';
import { AuditFilters } from './audit-filters.tsx';
import { AuditSheet } from './audit-sheet.tsx';
import { actionLabels, targetLabels } from './labels.ts';

/** The audit log, newest first, with its filters and the newest verification of its chain. */
export function AuditLog() {
  const { t } = useLingui();
  const [filter, setFilter] = useState(everything);
  const [open, setOpen] = useState<AuditEntry | null>(null);
  const { data: summary } = useQuery(queryOf('auditSummary'));
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery(
    auditQuery(useDeferredValue(filter)),
  );
  const rows = data?.pages.flatMap((page) => page.items);
  return (
    <>
      {summary ? <Verification check={summary.check} /> : null}
      <div className="mt-5">
        <AuditFilters filter={filter} summary={summary} onChange={setFilter} />
      </div>
      <div className="mt-5">
        {error && !rows ? (
          <ErrorState error={error} onRetry={() => void refetch()} />
        ) : !rows ? (
          <Loading label={t`Loading the audit log`}>
            <SkeletonRows count={6} />
          </Loading>
        ) : rows.length === 0 ? (
          <EmptyState title={<Trans>No rows</Trans>} text={<Trans>Nothing in the log fits that.</Trans>} />
        ) : (
          <ul className="rise border-line border-t">
            {rows.map((row) => (
              <Row key={row.number} row={row} onOpen={() => setOpen(row)} />
            ))}
          </ul>
        )}
        <ShowMore list={{ hasNextPage, isFetchingNextPage, fetchNextPage }} className="mt-5" />
      </div>
      {open ? <AuditSheet row={open} onClose={() => setOpen(null)} /> : null}
    </>
  );
}

function Verification({ check }: { check: AuditSummary['check'] }) {
  const language = useStore(languageStore);
  if (!check)
    return (
      <p className="text-muted text-sm">
        <Trans>The chain of rows is verified each night. It was not verified yet.</Trans>
      </p>
    );
  const at = `${formatDate(check.checkedAt, language)}, ${formatTime(check.checkedAt)}`;
  const isWhole = check.brokenNumber === null;
  return (
    <p
      role={isWhole ? undefined : 'alert'}
      className={`flex items-start gap-2.5 text-sm ${isWhole ? 'text-muted' : 'rounded-md bg-danger-soft p-4 text-danger'}`}
    >
      {isWhole ? (
        <CircleCheck size={20} aria-hidden className="shrink-0 text-online" />
      ) : (
        <TriangleAlert size={20} aria-hidden className="shrink-0" />
      )}
      <span>
        {isWhole ? (
          <Trans>
            Whole up to row {formatNumber(check.lastNumber ?? 0)}, verified {at}. Later rows are verified the next
            night.
          </Trans>
        ) : (
          <Trans>
            Row {check.brokenNumber} is not what was written. Verified {at}. Tell whoever runs the servers now.
          </Trans>
        )}
      </span>
    </p>
  );
}

function Row({ row, onOpen }: { row: AuditEntry; onOpen(): void }) {
  const { i18n } = useLingui();
  const language = useStore(languageStore);
  const action = actionLabels[row.action];
  const target = targetLabels[row.targetType];
  return (
    <li className="border-line border-b">
      <button
        type="button"
        onClick={onOpen}
        className="press grid min-h-15 w-full grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 rounded-sm px-1 py-2.5 text-left hover:bg-surface-1 lg:grid-cols-[minmax(0,1.2fr)_minmax(0,1.4fr)_170px_80px]"
      >
        <span className="min-w-0">
          <span className="block wrap-anywhere font-semibold">
            {action ? i18n._(action) : wordsOf(row.action)} <Code>{row.action}</Code>
          </span>
          <span className="block wrap-anywhere text-muted text-sm">
            {row.actor.name ?? <Trans>No account</Trans>}
            <span className="lg:hidden">
              {', '}
              {formatDate(row.at, language)}, {formatTime(row.at)}
            </span>
          </span>
        </span>
        <span className="hidden min-w-0 wrap-anywhere text-muted text-sm lg:block">
          {row.reason ?? (
            <>
              {target ? i18n._(target) : wordsOf(row.targetType)} <Code>{row.targetId}</Code>
            </>
          )}
        </span>
        <span className="hidden text-muted text-sm tabular-nums lg:block">
          {formatDate(row.at, language)}, {formatTime(row.at)}
        </span>
        <span className="num text-right text-[1.0625rem] text-faint">{formatNumber(row.number)}</span>
      </button>
    </li>
  );
}
