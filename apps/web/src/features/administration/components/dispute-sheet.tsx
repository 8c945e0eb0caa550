import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { CostRow } from '../../../components/pay/cost-summary.tsx';
import { Button, buttonStyle } from '../../../components/ui/button.tsx';
import { CreditPrice } from '../../../components/ui/credit-price.tsx';
import { ErrorState } from '../../../components/ui/error-state.tsx';
import { Sheet } from '../../../components/ui/sheet.tsx';
import { Loading, SkeletonRows } from '../../../components/ui/skeleton.tsx';
import { queryOf } from '../../../lib/api.ts';
import { formatDate } from '../../../lib/format.ts';
import { languageStore } from '../../../lib/language.ts';
import { Link } from '../../../lib/router.tsx';
import { useStore } from '../../../lib/store.ts';
import type { Dispute } from '../api.ts';
import { disputeOutcomeLabels } from '../labels.ts';
import { DisputeDecision } from './dispute-decision.tsx';

export interface DisputeSheetProps {
  id: string;
  renderFile(delivery: NonNullable<Dispute['delivery']>, title: string): ReactNode;
  onClose(): void;
}

/** A dispute: the request, both statements, the delivery; then the decision. */
export function DisputeSheet({ id, renderFile, onClose }: DisputeSheetProps) {
  const { t } = useLingui();
  const [deciding, setDeciding] = useState(false);
  // Every request is written to the audit log and grants an hour's access to the file, so this never refetches.
  const { data, error, refetch } = useQuery({
    ...queryOf('getDispute', { params: { id } }),
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
  });
  if (deciding && data) return <DisputeDecision dispute={data} onBack={() => setDeciding(false)} onClose={onClose} />;
  const canDecide = data?.status === 'disputed' && !data.isParty;
  return (
    <Sheet
      open
      onClose={onClose}
      title={data?.title ?? t`Dispute`}
      actions={
        canDecide ? (
          <>
            <Button onClick={onClose}>
              <Trans>Close</Trans>
            </Button>
            <Button variant="primary" onClick={() => setDeciding(true)}>
              <Trans>Decide</Trans>
            </Button>
          </>
        ) : null
      }
    >
      {error ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : data ? (
        <DisputeDetails dispute={data} renderFile={renderFile} />
      ) : (
        <Loading label={t`Loading the dispute`}>
          <SkeletonRows />
        </Loading>
      )}
    </Sheet>
  );
}

function DisputeDetails({ dispute, renderFile }: { dispute: Dispute } & Pick<DisputeSheetProps, 'renderFile'>) {
  const { t, i18n } = useLingui();
  const language = useStore(languageStore);
  const { requester, creator, delivery, outcome, answer } = dispute;
  return (
    <>
      {dispute.isParty ? (
        <p role="status" className="mb-4 rounded-md bg-warning-soft px-4 py-3 text-sm">
          <Trans>You are a party to this dispute, so someone else decides.</Trans>
        </p>
      ) : null}
      <dl>
        <CostRow label={outcome ? <Trans>Price</Trans> : <Trans>Held</Trans>}>
          <CreditPrice credits={outcome ? dispute.totalPrice : dispute.heldPrice} ofAnother className="justify-end" />
        </CostRow>
        <CostRow label={<Trans>Asked</Trans>}>{formatDate(dispute.createdAt, language)}</CostRow>
        <CostRow label={<Trans>Delivered</Trans>}>
          {delivery ? (
            formatDate(delivery.deliveredAt, language)
          ) : dispute.isDelivered ? (
            <Trans>Yes</Trans>
          ) : (
            <Trans>No</Trans>
          )}
        </CostRow>
        {outcome ? (
          <>
            <CostRow label={<Trans>Decided</Trans>}>
              {i18n._(disputeOutcomeLabels[outcome.decision])}, {formatDate(outcome.decidedAt, language)}
            </CostRow>
            <CostRow
              label={<Trans>Back to {requester.displayName}</Trans>}
            >{t`${outcome.returnedCredits} credits`}</CostRow>
            <CostRow
              label={<Trans>Kept by {creator.displayName}</Trans>}
            >{t`${outcome.creatorCredits} credits`}</CostRow>
          </>
        ) : null}
      </dl>
      {outcome ? <Quote label={t`Why`}>{outcome.reason}</Quote> : null}
      <DisputeParty name={requester.displayName} side={t`asked for it`}>
        <Quote label={t`The request`}>{dispute.description}</Quote>
        <Quote label={t`What is wrong`}>{dispute.reason}</Quote>
      </DisputeParty>
      <DisputeParty name={creator.displayName} side={t`was asked`}>
        <Quote label={t`When accepting`}>{dispute.additionalNotes}</Quote>
        <Quote label={t`With the delivery`}>{delivery?.message ?? null}</Quote>
        <Quote label={t`On the dispute`}>{answer ?? t`Has not answered yet.`}</Quote>
      </DisputeParty>
      {dispute.liveId ? (
        <Link to="/live/:id" params={{ id: dispute.liveId }} className={buttonStyle({ variant: 'quiet' })}>
          <Trans>To the show that was delivered</Trans>
        </Link>
      ) : null}
      {delivery ? (
        <figure className="mt-5">
          {renderFile(delivery, dispute.title)}
          <figcaption className="mt-2 break-all text-faint text-meta">
            <Trans>What was delivered, with your mark in it. File {delivery.mediaId}</Trans>
          </figcaption>
        </figure>
      ) : null}
    </>
  );
}

function DisputeParty({ name, side, children }: { name: string; side: string; children: ReactNode }) {
  return (
    <section className="mt-5">
      <h3 className="d4">{name}</h3>
      <p className="text-faint text-meta">{side}</p>
      {children}
    </section>
  );
}

function Quote({ label, children }: { label: string; children: string | null }) {
  if (!children) return null;
  return (
    <div className="mt-2.5">
      <p className="text-faint text-meta">{label}</p>
      <p className="whitespace-pre-line break-words">{children}</p>
    </div>
  );
}
