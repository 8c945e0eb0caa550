import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import Plus from 'lucide-react/icons/plus';
import { useState } from 'react';
import { CostRow } from '../../../components/pay/cost-summary.tsx';
import { Button } from '../../../components/ui/button.tsx';
import { EmptyState } from '../../../components/ui/empty-state.tsx';
import { ErrorState } from '../../../components/ui/error-state.tsx';
import { Sheet } from '../../../components/ui/sheet.tsx';
import { Loading, SkeletonRows } from '../../../components/ui/skeleton.tsx';
import { Tag } from '../../../components/ui/tag.tsx';
import { type Answer, queryOf } from '../../../lib/api.ts';
import { formatDate } from '../../../lib/format.ts';
import { languageStore } from '../../../lib/language.ts';
import { useStore } from '../../../lib/store.ts';
import { AnswerSheet, RequestSheet } from './authority-sheets.tsx';
import { authorityLabels, demandLabels, requestStates } from './labels.ts';

type AuthorityRequest = Answer<'listAuthorityRequests'>[number];

/** What authorities asked, open ones first. */
export function AuthorityList() {
  const { t } = useLingui();
  const { data, error, refetch } = useQuery(queryOf('listAuthorityRequests'));
  const [sheet, setSheet] = useState<'new' | { shown: string } | { answered: string } | null>(null);
  const close = () => setSheet(null);
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data)
    return (
      <Loading label={t`Loading requests`} className="mt-4">
        <SkeletonRows />
      </Loading>
    );
  const of = (id: string) => data.find((each) => each.id === id);
  const shown = sheet && typeof sheet === 'object' && 'shown' in sheet ? of(sheet.shown) : null;
  const answered = sheet && typeof sheet === 'object' && 'answered' in sheet ? of(sheet.answered) : null;
  return (
    <>
      <Button className="mt-4" icon={<Plus size={18} aria-hidden />} onClick={() => setSheet('new')}>
        <Trans>Record a request</Trans>
      </Button>
      {data.length === 0 ? (
        <EmptyState
          title={<Trans>No requests yet</Trans>}
          text={<Trans>What police, courts and regulators ask is recorded here, and counted in the reports.</Trans>}
        />
      ) : (
        <ul className="rise mt-3" aria-label={t`Requests of authorities`}>
          {data.map((request) => (
            <li key={request.id} className="border-line border-t first:border-t-0">
              <RequestRow request={request} onOpen={() => setSheet({ shown: request.id })} />
            </li>
          ))}
        </ul>
      )}
      {sheet === 'new' ? <RequestSheet onClose={close} /> : null}
      {shown ? (
        <ShownRequest request={shown} onClose={close} onAnswer={() => setSheet({ answered: shown.id })} />
      ) : null}
      {answered ? <AnswerSheet request={answered} onClose={close} /> : null}
    </>
  );
}

function RequestRow({ request, onOpen }: { request: AuthorityRequest; onOpen(): void }) {
  const { i18n } = useLingui();
  const language = useStore(languageStore);
  const isLate = request.state === 'open' && request.dueAt !== null && request.dueAt < new Date().toISOString();
  return (
    <button
      type="button"
      onClick={onOpen}
      className="press -mx-3 flex min-h-18 w-[calc(100%+24px)] items-center gap-4 rounded-field px-3 py-3 text-left hover:bg-surface-1"
    >
      <span className="min-w-0 flex-1">
        <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <span className="font-semibold">{i18n._(authorityLabels[request.authority])}</span>
          <Tag tone={request.state === 'open' ? (isLate ? 'danger' : 'warning') : 'neutral'}>
            {isLate ? <Trans>late</Trans> : i18n._(requestStates[request.state])}
          </Tag>
        </span>
        <span className="block wrap-anywhere text-muted text-sm">
          {i18n._(demandLabels[request.demand])}, {request.reference}
        </span>
        <span className="block text-faint text-meta tabular-nums">{request.number}</span>
      </span>
      <span className="max-w-[40%] shrink-0 text-right text-faint text-meta">
        {formatDate(request.receivedAt, language)}
      </span>
    </button>
  );
}

function ShownRequest({
  request,
  onClose,
  onAnswer,
}: {
  request: AuthorityRequest;
  onClose(): void;
  onAnswer(): void;
}) {
  const { i18n } = useLingui();
  const language = useStore(languageStore);
  return (
    <Sheet
      open
      onClose={onClose}
      title={request.number}
      actions={
        request.state === 'open' ? (
          <Button variant="primary" full onClick={onAnswer}>
            <Trans>Record the answer</Trans>
          </Button>
        ) : undefined
      }
    >
      <dl>
        <CostRow label={<Trans>From</Trans>}>{i18n._(authorityLabels[request.authority])}</CostRow>
        <CostRow label={<Trans>Asks</Trans>}>{i18n._(demandLabels[request.demand])}</CostRow>
        <CostRow label={<Trans>Their number</Trans>}>{request.reference}</CostRow>
        <CostRow label={<Trans>Received</Trans>}>{formatDate(request.receivedAt, language)}</CostRow>
        {request.dueAt ? (
          <CostRow label={<Trans>Due before</Trans>}>{formatDate(request.dueAt, language)}</CostRow>
        ) : null}
        <CostRow label={<Trans>Recorded by</Trans>}>{request.recordedBy}</CostRow>
      </dl>
      <p className="mt-4 whitespace-pre-line wrap-anywhere">{request.summary}</p>
      {request.answer ? (
        <>
          <h3 className="d4 mt-6">{i18n._(requestStates[request.state])}</h3>
          <p className="mt-1 whitespace-pre-line wrap-anywhere">{request.answer}</p>
        </>
      ) : null}
    </Sheet>
  );
}
