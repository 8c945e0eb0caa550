import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import type { RiskCaseDetail } from '@vlam/contract/risk';
import ArrowLeft from 'lucide-react/icons/arrow-left';
import { useState } from 'react';
import { CostRow } from '../../components/pay/cost-summary.tsx';
import { SaveButton } from '../../components/save-button.tsx';
import { Button } from '../../components/ui/button.tsx';
import { ErrorState } from '../../components/ui/error-state.tsx';
import { KeyCap } from '../../components/ui/key-cap.tsx';
import { Loading, SkeletonRows } from '../../components/ui/skeleton.tsx';
import { Tag } from '../../components/ui/tag.tsx';
import { queryOf } from '../../lib/api.ts';
import { formatDate, formatTime } from '../../lib/format.ts';
import { useKeys } from '../../lib/helpers/use-keys.ts';
import { languageStore } from '../../lib/language.ts';
import { go, Link } from '../../lib/router.tsx';
import { useStore } from '../../lib/store.ts';
import { CaseDays } from './case-days.tsx';
import { type CaseAct, CaseSheet } from './decision-sheets.tsx';
import { stateLabels, stepLabels } from './labels.ts';
import { MoneyTrail } from './money-trail.tsx';
import { SignalText } from './signal-text.tsx';

/** One case: what was seen and where the money came from left, the decision right. */
export function CaseView({ id }: { id: string }) {
  const { t } = useLingui();
  const { data, error, refetch } = useQuery({
    ...queryOf('getRiskCase', { params: { id } }),
    // Each reading is a row of the log.
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
  useKeys({ escape: () => go({ to: '/admin/risk' }) });
  if (error && !data) return <ErrorState heading="h1" error={error} onRetry={() => void refetch()} />;
  if (!data)
    return (
      <Loading label={t`Loading the case`} className="mt-4">
        <SkeletonRows />
      </Loading>
    );
  return (
    <>
      <CaseHead found={data} />
      <div className="mt-6 lg:grid lg:grid-cols-[minmax(0,1fr)_minmax(0,360px)] lg:items-start lg:gap-12">
        <div className="min-w-0">
          <Signals found={data} />
          <MoneyTrail found={data} />
        </div>
        <div className="mt-8 min-w-0 lg:sticky lg:top-20 lg:mt-0">
          <Decision found={data} />
          <History found={data} />
        </div>
      </div>
    </>
  );
}

function CaseHead({ found }: { found: RiskCaseDetail }) {
  const { t, i18n } = useLingui();
  const { tone, label } = stateLabels[found.state];
  return (
    <header className="flex items-start gap-3 pt-4">
      <Link
        to="/admin/risk"
        aria-label={t`Back to the queue`}
        className="-ml-2 grid size-11 shrink-0 place-items-center rounded-pill hover:bg-surface-2"
      >
        <ArrowLeft size={20} aria-hidden />
      </Link>
      <div className="min-w-0 flex-1">
        <h1 tabIndex={-1} className="d3 wrap-anywhere">
          {found.member.name ?? t`Account closed`}
        </h1>
        <p className="mt-1 flex flex-wrap items-center gap-2 text-faint text-meta tabular-nums">
          {found.number}
          <Tag tone={tone}>{i18n._(label)}</Tag>
          {found.decidedAt ? null : <CaseDays dueAt={found.dueAt} />}
        </p>
      </div>
    </header>
  );
}

function Signals({ found }: { found: RiskCaseDetail }) {
  const language = useStore(languageStore);
  return (
    <section>
      <h2 className="d4">
        <Trans>What was seen</Trans>
      </h2>
      {found.signals.length === 0 ? (
        <p className="mt-2 text-muted text-sm">
          <Trans>No signal: {found.openedBy} opened this case.</Trans>
        </p>
      ) : (
        <ul className="mt-2">
          {found.signals.map((signal) => (
            <li key={signal.rule} className="border-line border-t py-3 first:border-t-0">
              <p className="wrap-anywhere">
                <SignalText signal={signal} />
              </p>
              <p className="text-faint text-meta">
                {formatDate(signal.lastAt, language)}, {formatTime(signal.lastAt)}
              </p>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

function Decision({ found }: { found: RiskCaseDetail }) {
  const { t } = useLingui();
  const language = useStore(languageStore);
  const [act, setAct] = useState<CaseAct | null>(null);
  const may = found.mayDecide;
  useKeys({
    f: may ? () => setAct('freeze') : undefined,
    r: may ? () => setAct('clear') : undefined,
    c: may ? () => setAct('confirm') : undefined,
    n: () => setAct('note'),
  });
  const { accountId, name } = found.member;
  return (
    <section>
      <dl>
        <CostRow label={<Trans>Member</Trans>}>
          <Link to="/admin/users/:id" params={{ id: accountId }} className="text-ember-text hover:underline">
            {name ?? t`Account closed`}
          </Link>
        </CostRow>
        <CostRow label={<Trans>Opened</Trans>}>{formatDate(found.openedAt, language)}</CostRow>
        <CostRow label={<Trans>Report before</Trans>}>{formatDate(found.dueAt, language)}</CostRow>
        <CostRow label={<Trans>Money</Trans>}>
          {!found.frozen ? (
            <Trans>moves</Trans>
          ) : found.frozen.holdsSpending ? (
            <Trans>payouts and spending held</Trans>
          ) : (
            <Trans>payouts held</Trans>
          )}
        </CostRow>
      </dl>
      {may ? (
        <div className="mt-4 grid gap-2">
          <Button variant="primary" full onClick={() => setAct('freeze')}>
            {found.frozen ? <Trans>Change the freeze</Trans> : <Trans>Freeze the money</Trans>}
            <KeyCap>F</KeyCap>
          </Button>
          <div className="grid grid-cols-2 gap-2">
            <Button onClick={() => setAct('clear')}>
              {found.frozen ? <Trans>Release</Trans> : <Trans>Clear</Trans>}
              <KeyCap>R</KeyCap>
            </Button>
            <Button variant="danger" onClick={() => setAct('confirm')}>
              <Trans>Confirm</Trans>
              <KeyCap>C</KeyCap>
            </Button>
          </div>
        </div>
      ) : null}
      <div className="mt-2 grid gap-2">
        <Button full onClick={() => setAct('note')}>
          <Trans>Write a note</Trans>
          <KeyCap>N</KeyCap>
        </Button>
        <SaveButton href={`/api/admin/risk/${found.id}/report`} name={`vlam-${found.number}.csv`} full>
          <Trans>Save a draft of the report</Trans>
        </SaveButton>
      </div>
      <p className="mt-3 text-faint text-meta">
        <Trans>
          The member must not learn of this case, nor that anything is reported (FICA section 29). Each look is
          recorded.
        </Trans>
      </p>
      {act ? <CaseSheet act={act} found={found} onClose={() => setAct(null)} /> : null}
    </section>
  );
}

function History({ found }: { found: RiskCaseDetail }) {
  const { t, i18n } = useLingui();
  const language = useStore(languageStore);
  return (
    <section className="mt-8">
      <h2 className="d4">
        <Trans>History</Trans>
      </h2>
      <ul className="mt-2">
        {found.steps.map((step) => (
          <li key={step.id} className="border-line border-t py-3 first:border-t-0">
            <p className="font-semibold">{i18n._(stepLabels[step.kind])}</p>
            {step.text ? <p className="whitespace-pre-line wrap-anywhere text-sm">{step.text}</p> : null}
            <p className="text-faint text-meta">
              {step.by ?? t`By signals`}, {formatDate(step.at, language)}, {formatTime(step.at)}
            </p>
          </li>
        ))}
      </ul>
    </section>
  );
}
