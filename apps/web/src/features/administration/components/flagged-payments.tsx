import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import CircleAlert from 'lucide-react/icons/circle-alert';
import { useState } from 'react';
import { Button } from '../../../components/ui/button.tsx';
import { Code } from '../../../components/ui/code.tsx';
import { EmptyState } from '../../../components/ui/empty-state.tsx';
import { ErrorState } from '../../../components/ui/error-state.tsx';
import { FormSheet } from '../../../components/ui/form-sheet.tsx';
import { Loading, SkeletonRows } from '../../../components/ui/skeleton.tsx';
import { Tag } from '../../../components/ui/tag.tsx';
import { api, keyOf, queryOf } from '../../../lib/api.ts';
import { formatDate, formatTime } from '../../../lib/format.ts';
import { languageStore } from '../../../lib/language.ts';
import { useStore } from '../../../lib/store.ts';
import { toast } from '../../../lib/toast.ts';
import { useFailure } from '../../../lib/use-failure.ts';
import { formatCharge } from '../amounts.ts';
import type { FlaggedPayment, PaymentVerdict } from '../api.ts';
import { usePaymentLabels } from '../payment-labels.ts';
import { FindingField } from './finding-field.tsx';
import { PaymentDecision } from './payment-decision.tsx';

const minFindingLength = 3;

interface OpenDecision {
  payment: FlaggedPayment;
  kind: PaymentVerdict['kind'] | 'clear';
}

/** Payments that need a decision by staff, with the provider's reports. */
export function FlaggedPayments() {
  const { t } = useLingui();
  const { data, error, refetch } = useQuery(queryOf('listFlaggedPayments', { query: { limit: '50' } }));
  const [decision, setDecision] = useState<OpenDecision | null>(null);
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data)
    return (
      <Loading label={t`Loading flagged payments`}>
        <SkeletonRows />
      </Loading>
    );
  if (data.items.length === 0)
    return (
      <EmptyState
        title={<Trans>Nothing to look at</Trans>}
        text={<Trans>Every payment was what it should be, or was looked at.</Trans>}
      />
    );
  return (
    <>
      <ul className="rise border-line border-t">
        {data.items.map((payment) => (
          <Row key={payment.id} payment={payment} onDecide={(kind) => setDecision({ payment, kind })} />
        ))}
      </ul>
      {decision?.kind === 'clear' ? (
        <ClearFlagSheet key={decision.payment.id} payment={decision.payment} onClose={() => setDecision(null)} />
      ) : decision ? (
        <PaymentDecision
          key={`${decision.kind} ${decision.payment.id}`}
          payment={decision.payment}
          kind={decision.kind}
          onClose={() => setDecision(null)}
        />
      ) : null}
    </>
  );
}

function Row({ payment, onDecide }: { payment: FlaggedPayment; onDecide(kind: OpenDecision['kind']): void }) {
  const labels = usePaymentLabels();
  const language = useStore(languageStore);
  return (
    <li className="grid gap-x-5 gap-y-2.5 border-line border-b py-4 lg:grid-cols-[210px_minmax(0,1fr)_auto]">
      <div className="flex min-w-0 flex-wrap items-center justify-between gap-x-3 gap-y-1.5 lg:block">
        <p className="num text-[1.25rem]">{formatCharge(payment.amount, payment.currency)}</p>
        <Tag
          tone="warning"
          icon={<CircleAlert className="shrink-0" />}
          className="h-auto! min-h-6 max-w-full whitespace-normal! wrap-anywhere rounded-sm! py-1 leading-tight! lg:mt-1.5"
        >
          {labels.flag(payment.flag)}
        </Tag>
      </div>
      <div className="min-w-0">
        <p className="font-semibold">{payment.description}</p>
        <p className="break-all text-faint text-meta">
          {formatDate(payment.createdAt, language)}, {labels.provider(payment.provider)}{' '}
          {payment.providerReference ? <Code>{payment.providerReference}</Code> : null}
        </p>
        <ol className="mt-2 grid gap-1 text-meta text-muted">
          {payment.events.map((each, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: reports are only appended, and two may be equal.
            <li key={index} className="break-words">
              {formatTime(each.receivedAt)} {labels.kind(each.kind)}
              {each.amount === null ? '' : `, ${formatCharge(each.amount, each.currency ?? payment.currency)}`}
              {each.outcome ? `: ${labels.outcome(each.outcome)}` : ''}
            </li>
          ))}
        </ol>
        {payment.refundRequestedAt ? (
          <p className="mt-2 text-meta text-warning">
            <Trans>
              Refund requested on {formatDate(payment.refundRequestedAt, language)}. The payment ends when{' '}
              {payment.provider} confirms it.
            </Trans>
          </p>
        ) : null}
      </div>
      <div className="flex flex-wrap gap-2 lg:max-w-85 lg:justify-end lg:self-center">
        {payment.canGrant ? (
          <Button size="sm" variant="bone" onClick={() => onDecide('grant')}>
            <Trans>Grant</Trans>
          </Button>
        ) : null}
        {payment.canRefund ? (
          <Button size="sm" variant="outline" onClick={() => onDecide('refund')}>
            <Trans>Refund</Trans>
          </Button>
        ) : null}
        {payment.canEnd ? (
          <Button size="sm" variant="outline" onClick={() => onDecide('end')}>
            <Trans>It never arrived</Trans>
          </Button>
        ) : (
          <Button
            size="sm"
            variant={payment.canGrant || payment.canRefund ? 'ghost' : 'bone'}
            onClick={() => onDecide('clear')}
          >
            <Trans>Mark as looked at</Trans>
          </Button>
        )}
      </div>
    </li>
  );
}

function ClearFlagSheet({ payment, onClose }: { payment: FlaggedPayment; onClose(): void }) {
  const { t } = useLingui();
  const fail = useFailure();
  const client = useQueryClient();
  const [reason, setReason] = useState('');
  const [submitted, setSubmitted] = useState(false);
  const hasFinding = reason.trim().length >= minFindingLength;
  const clear = useMutation({
    mutationFn: () => api.clearPaymentFlag({ params: { id: payment.id }, body: { reason: reason.trim() } }),
    onSuccess: () => {
      for (const name of ['listFlaggedPayments', 'staffWaiting'] as const)
        void client.invalidateQueries({ queryKey: keyOf(name) });
      toast({ title: t`Noted`, text: t`Your finding is in the audit log.` });
      onClose();
    },
    onError: fail,
  });
  return (
    <FormSheet
      onClose={onClose}
      title={<Trans>Mark as looked at?</Trans>}
      intro={
        payment.isSecond && payment.refundRequestedAt ? (
          <Trans>
            A refund was requested. If {payment.provider} has not been asked yet, it is not asked any more. Use it only
            when {payment.provider} refused, and you gave the money back there yourself.
          </Trans>
        ) : payment.status === 'held' ? (
          <Trans>
            Nothing moves by this, and what is held stays held. Use it when the money went back at the provider.
          </Trans>
        ) : (
          <Trans>Nothing moves by this. What you found is kept with your name.</Trans>
        )
      }
      busy={clear.isPending}
      busyLabel={<Trans>Saving</Trans>}
      action={<Trans>Keep the finding</Trans>}
      onSubmit={() => {
        setSubmitted(true);
        if (hasFinding) clear.mutate();
      }}
    >
      <FindingField value={reason} onChange={setReason} missing={submitted && !hasFinding} />
    </FormSheet>
  );
}
