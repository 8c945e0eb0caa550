import { Trans, useLingui } from '@lingui/react/macro';
import { useInfiniteQuery } from '@tanstack/react-query';
import ChevronRight from 'lucide-react/icons/chevron-right';
import { useState } from 'react';
import { QueueList, queueRow } from '../../../components/staff-lists/queue-list.tsx';
import { decisionActionLabels, ruleLabels } from '../../../components/staff-lists/rule-labels.ts';
import { EmptyState } from '../../../components/ui/empty-state.tsx';
import { Loading, SkeletonRows } from '../../../components/ui/skeleton.tsx';
import { StatusList } from '../../../components/ui/status-list.tsx';
import { Tag } from '../../../components/ui/tag.tsx';
import { formatDate } from '../../../lib/format.ts';
import { useMinute } from '../../../lib/helpers/use-minute.ts';
import { languageStore } from '../../../lib/language.ts';
import { useStore } from '../../../lib/store.ts';
import { type Appeal, type AppealState, appealsQuery } from '../api.ts';
import { appealStateLabels } from '../labels.ts';
import { AppealCase } from './appeal-case.tsx';
import { ApprovalNote } from './approval-note.tsx';

const states: readonly AppealState[] = ['open', 'answered'];
const dayMs = 86_400_000;

/** Appeals that wait, oldest first, and answered ones. */
export function AppealList() {
  const { t, i18n } = useLingui();
  const [state, setState] = useState<AppealState>('open');
  const [open, setOpen] = useState<Appeal | null>(null);
  return (
    <>
      <StatusList<Appeal, AppealState>
        label={t`Appeals`}
        statuses={states}
        labelOf={(each) => i18n._(appealStateLabels[each])}
        status={state}
        onStatus={(chosen) => setState(chosen ?? 'open')}
        withAll={false}
        query={useInfiniteQuery(appealsQuery(state))}
        loading={
          <Loading label={t`Loading appeals`}>
            <SkeletonRows />
          </Loading>
        }
        empty={
          state === 'open' ? (
            <EmptyState
              title={<Trans>No appeals</Trans>}
              text={<Trans>Nobody disagrees with a decision at the moment.</Trans>}
            />
          ) : (
            <EmptyState title={<Trans>Nothing decided yet</Trans>} text={<Trans>Decisions are kept here.</Trans>} />
          )
        }
      >
        {(appeals) => (
          <QueueList label={t`Appeals`} className="rise border-line border-t">
            {appeals.map((appeal) => (
              <Row key={appeal.id} appeal={appeal} onOpen={() => setOpen(appeal)} />
            ))}
          </QueueList>
        )}
      </StatusList>
      {open ? <AppealCase key={open.id} decision={open} onClose={() => setOpen(null)} /> : null}
    </>
  );
}

function Row({ appeal: decision, onOpen }: { appeal: Appeal; onOpen(): void }) {
  const { i18n } = useLingui();
  const language = useStore(languageStore);
  const now = useMinute();
  const { appeal } = decision;
  const left = appeal ? Math.ceil((Date.parse(appeal.dueAt) - now) / dayMs) : 0;
  return (
    <li className="border-line border-b">
      <button
        type="button"
        onClick={onOpen}
        className={`${queueRow} grid min-h-18 w-[calc(100%+24px)] grid-cols-[72px_minmax(0,1fr)_20px] items-center gap-x-4 py-3.5 text-left`}
      >
        {appeal?.state === 'open' ? (
          <Clock daysLeft={left} />
        ) : (
          <Tag tone={appeal?.state === 'reversed' ? 'online' : 'neutral'}>
            {appeal?.state === 'reversed' ? <Trans>Reversed</Trans> : <Trans>Upheld</Trans>}
          </Tag>
        )}
        <span className="min-w-0">
          <span className="block wrap-anywhere font-semibold">
            {i18n._(decisionActionLabels[decision.action])}
            {decision.subject ? `: ${decision.subject}` : null}
          </span>
          <span className="block wrap-anywhere text-muted text-sm">
            {decision.member.name}, {i18n._(ruleLabels[decision.rule])}
          </span>
          <ApprovalNote waiting={decision} />
          <span className="block text-faint text-meta tabular-nums">{formatDate(decision.decidedAt, language)}</span>
        </span>
        <ChevronRight size={20} aria-hidden className="text-faint" />
      </button>
    </li>
  );
}

const days = 7;

/** Days left as a number and a bar. */
function Clock({ daysLeft }: { daysLeft: number }) {
  const isLate = daysLeft <= 0;
  const tone = isLate ? 'text-danger' : daysLeft <= 2 ? 'text-warning' : 'text-ink';
  return (
    <span className={`block w-18 ${tone}`}>
      <span className="num block text-[1.375rem] leading-none">
        {isLate ? <Trans>Late</Trans> : <Trans>{daysLeft} d</Trans>}
      </span>
      <span aria-hidden className="mt-1.5 block h-1 rounded-pill bg-surface-3">
        <span
          className="block h-1 rounded-pill bg-current"
          style={{ width: `${Math.min(100, Math.max(4, (daysLeft / days) * 100))}%` }}
        />
      </span>
    </span>
  );
}
