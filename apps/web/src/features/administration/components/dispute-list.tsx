import { Trans, useLingui } from '@lingui/react/macro';
import { useInfiniteQuery } from '@tanstack/react-query';
import ChevronRight from 'lucide-react/icons/chevron-right';
import CircleCheck from 'lucide-react/icons/circle-check';
import Gavel from 'lucide-react/icons/gavel';
import Scale from 'lucide-react/icons/scale';
import { useState } from 'react';
import { QueueList, queueRow } from '../../../components/staff-lists/queue-list.tsx';
import { CreditPrice } from '../../../components/ui/credit-price.tsx';
import { EmptyState } from '../../../components/ui/empty-state.tsx';
import { Loading, SkeletonRows } from '../../../components/ui/skeleton.tsx';
import { StatusList } from '../../../components/ui/status-list.tsx';
import { Tag } from '../../../components/ui/tag.tsx';
import { formatDate } from '../../../lib/format.ts';
import { languageStore } from '../../../lib/language.ts';
import { useStore } from '../../../lib/store.ts';
import { type DisputeState, type DisputeSummary, disputesQuery } from '../api.ts';
import { disputeOutcomeLabels, disputeStateLabels } from '../labels.ts';
import { DisputeSheet, type DisputeSheetProps } from './dispute-sheet.tsx';

const states: readonly DisputeState[] = ['disputed', 'resolved'];

/** Open disputes, oldest first, and decided ones. */
export function DisputeList({ renderFile }: Pick<DisputeSheetProps, 'renderFile'>) {
  const { t, i18n } = useLingui();
  const [state, setState] = useState<DisputeState>('disputed');
  const [open, setOpen] = useState<string | null>(null);
  return (
    <>
      <StatusList<DisputeSummary, DisputeState>
        label={t`Disputes`}
        statuses={states}
        labelOf={(each) => i18n._(disputeStateLabels[each])}
        status={state}
        onStatus={(chosen) => setState(chosen ?? 'disputed')}
        withAll={false}
        query={useInfiniteQuery(disputesQuery(state))}
        loading={
          <Loading label={t`Loading disputes`}>
            <SkeletonRows />
          </Loading>
        }
        empty={
          state === 'disputed' ? (
            <EmptyState
              title={<Trans>No disputes</Trans>}
              text={<Trans>Nobody disagrees about what was delivered.</Trans>}
            />
          ) : (
            <EmptyState title={<Trans>Nothing decided yet</Trans>} text={<Trans>Decisions are kept here.</Trans>} />
          )
        }
      >
        {(disputes) => (
          <QueueList label={t`Disputes`} className="rise border-line border-t">
            {disputes.map((dispute) => (
              <Row key={dispute.id} dispute={dispute} onOpen={() => setOpen(dispute.id)} />
            ))}
          </QueueList>
        )}
      </StatusList>
      {open ? <DisputeSheet key={open} id={open} renderFile={renderFile} onClose={() => setOpen(null)} /> : null}
    </>
  );
}

function Row({ dispute, onOpen }: { dispute: DisputeSummary; onOpen(): void }) {
  const { i18n } = useLingui();
  const language = useStore(languageStore);
  const { requester, creator, outcome, isDelivered } = dispute;
  return (
    <li className="border-line border-b">
      <button
        type="button"
        onClick={onOpen}
        disabled={!dispute.mayOpen}
        className={`${queueRow} grid w-[calc(100%+24px)] grid-cols-[minmax(0,1fr)_20px] items-center gap-x-4 gap-y-1.5 py-3.5 text-left lg:min-h-18 lg:grid-cols-[170px_minmax(0,1fr)_auto_20px]`}
      >
        <CreditPrice
          credits={outcome ? dispute.totalPrice : dispute.heldPrice}
          ofAnother
          className="col-span-full lg:col-span-1"
        />
        <span className="min-w-0">
          <span className="block wrap-anywhere font-semibold">{dispute.title}</span>
          <span className="block break-words text-faint text-meta">
            <Trans>
              {requester.displayName} asked {creator.displayName}
            </Trans>
            {', '}
            {formatDate(outcome?.decidedAt ?? dispute.disputedAt, language)}
          </span>
          {dispute.mayOpen ? null : (
            <span className="block text-meta text-warning">
              <Trans>Above 5,000 credits: for staff who manage money</Trans>
            </span>
          )}
        </span>
        <span className="col-start-1 lg:col-start-auto lg:justify-self-end">
          {outcome ? (
            <Tag tone="info" icon={<Gavel />}>
              {i18n._(disputeOutcomeLabels[outcome.decision])}
            </Tag>
          ) : (
            <Tag tone={isDelivered ? 'neutral' : 'warning'} icon={isDelivered ? <CircleCheck /> : <Scale />}>
              {isDelivered ? <Trans>Delivered</Trans> : <Trans>Not delivered</Trans>}
            </Tag>
          )}
        </span>
        <ChevronRight
          size={20}
          aria-hidden
          className="col-start-2 row-start-2 text-faint lg:col-start-auto lg:row-start-auto"
        />
      </button>
    </li>
  );
}
