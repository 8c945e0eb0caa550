import { Trans, useLingui } from '@lingui/react/macro';
import { useInfiniteQuery } from '@tanstack/react-query';
import { payoutStates } from '@vlam/contract/rules/payouts';
import CircleAlert from 'lucide-react/icons/circle-alert';
import CircleCheck from 'lucide-react/icons/circle-check';
import { useState } from 'react';
import { Button } from '../../../components/ui/button.tsx';
import { EmptyState } from '../../../components/ui/empty-state.tsx';
import { Loading, SkeletonRows } from '../../../components/ui/skeleton.tsx';
import { StatusList } from '../../../components/ui/status-list.tsx';
import { Tag } from '../../../components/ui/tag.tsx';
import { formatDate, formatRand } from '../../../lib/format.ts';
import { languageStore } from '../../../lib/language.ts';
import { useStore } from '../../../lib/store.ts';
import { type AdminPayout, type Decision, type PayoutStatus, payoutsQuery } from '../api.ts';
import { payoutStatusLabels } from '../labels.ts';
import { PayoutDecisionSheet } from './payout-decision-sheet.tsx';

interface OpenDecision {
  payout: AdminPayout;
  kind: Decision['kind'];
}

export function PayoutQueue() {
  const { t, i18n } = useLingui();
  const [status, setStatus] = useState<PayoutStatus | undefined>('requested');
  const [decision, setDecision] = useState<OpenDecision | null>(null);
  const query = useInfiniteQuery(payoutsQuery(status));
  return (
    <>
      <StatusList<AdminPayout, PayoutStatus>
        label={t`Status`}
        statuses={payoutStates}
        labelOf={(each) => i18n._(payoutStatusLabels[each].label)}
        status={status}
        onStatus={setStatus}
        query={query}
        loading={
          <Loading label={t`Loading payouts`}>
            <SkeletonRows />
          </Loading>
        }
        empty={
          <EmptyState
            title={<Trans>No payouts here</Trans>}
            text={status === 'requested' ? <Trans>Nobody is waiting.</Trans> : <Trans>None has this status.</Trans>}
          />
        }
      >
        {(payouts) => (
          <ul className="rise border-line border-t">
            {payouts.map((payout) => (
              <Row key={payout.id} payout={payout} onDecide={(kind) => setDecision({ payout, kind })} />
            ))}
          </ul>
        )}
      </StatusList>
      {decision ? (
        <PayoutDecisionSheet
          key={`${decision.kind}-${decision.payout.id}`}
          payout={decision.payout}
          kind={decision.kind}
          onClose={() => setDecision(null)}
        />
      ) : null}
    </>
  );
}

function Row({ payout, onDecide }: { payout: AdminPayout; onDecide(kind: Decision['kind']): void }) {
  const { i18n, t } = useLingui();
  const language = useStore(languageStore);
  const { tone, label } = payoutStatusLabels[payout.status];
  const { status, nameMatches } = payout;
  return (
    <li className="grid items-center gap-x-5 gap-y-2.5 border-line border-b py-3.5 lg:min-h-18 lg:grid-cols-[150px_minmax(0,1fr)_minmax(0,1fr)_auto]">
      <div className="flex items-center justify-between gap-3 lg:block">
        <p className="num text-[1.25rem]">{formatRand(payout.amount)}</p>
        <Tag tone={tone} className="lg:mt-1.5">
          {i18n._(label)}
        </Tag>
      </div>
      <div className="min-w-0">
        <p className="wrap-anywhere font-semibold">{payout.displayName}</p>
        <p className="text-faint text-meta">
          <Trans>asked {formatDate(payout.requestedAt, language)}</Trans>
          {payout.sentAt ? t`, sent ${formatDate(payout.sentAt, language)}` : ''}
        </p>
        {payout.reason ? <p className="mt-0.5 break-words text-meta text-muted">{payout.reason}</p> : null}
        {payout.isFrozen ? (
          <Tag tone="info" className="mt-1.5">
            <Trans>frozen</Trans>
          </Tag>
        ) : null}
      </div>
      <div className="min-w-0 text-sm">
        <p className="wrap-anywhere">
          <Trans>
            {payout.bank}, ending in {payout.accountEnding}
          </Trans>
        </p>
        <p className={`mt-0.5 flex items-center gap-1.5 text-meta ${nameMatches ? 'text-online' : 'text-danger'}`}>
          {nameMatches ? <CircleCheck size={16} aria-hidden /> : <CircleAlert size={16} aria-hidden />}
          <span className="min-w-0 wrap-anywhere">
            {payout.holderName}
            {nameMatches ? '' : t`, not the verified name`}
          </span>
        </p>
      </div>
      <div className="flex flex-wrap gap-2 empty:hidden lg:justify-end">
        {status === 'requested' ? (
          <Button size="sm" variant="bone" onClick={() => onDecide('approve')}>
            <Trans>Approve</Trans>
          </Button>
        ) : null}
        {status === 'approved' ? (
          <Button size="sm" variant="bone" onClick={() => onDecide('sent')}>
            <Trans>Mark as sent</Trans>
          </Button>
        ) : null}
        {status === 'requested' || status === 'approved' || status === 'sent' ? (
          <Button size="sm" variant="outline" onClick={() => onDecide('fail')}>
            {status === 'sent' ? <Trans>Reverse</Trans> : <Trans>Fail</Trans>}
          </Button>
        ) : null}
      </div>
    </li>
  );
}
