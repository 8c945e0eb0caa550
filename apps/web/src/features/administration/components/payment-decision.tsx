import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { CostRow } from '../../../components/pay/cost-summary.tsx';
import { FormSheet } from '../../../components/ui/form-sheet.tsx';
import { toast } from '../../../lib/toast.ts';
import { useFailure } from '../../../lib/use-failure.ts';
import { formatCharge } from '../amounts.ts';
import { type FlaggedPayment, type PaymentVerdict, useDecidePayment } from '../api.ts';
import { FindingField } from './finding-field.tsx';

const minFindingLength = 3;

interface PaymentDecisionProps {
  payment: FlaggedPayment;
  kind: PaymentVerdict['kind'];
  onClose(): void;
}

/** Confirms granting, refunding or ending a flagged payment, with its amount, consequence and a finding. */
export function PaymentDecision({ payment, kind, onClose }: PaymentDecisionProps) {
  const { t } = useLingui();
  const fail = useFailure();
  const [reason, setReason] = useState(payment.isSecond ? t`The order was paid twice` : '');
  const [submitted, setSubmitted] = useState(false);
  const price = { amount: payment.amount, currency: payment.currency };
  const charged = kind === 'end' ? price : kind === 'grant' ? payment.canGrant : payment.canRefund;
  const sum = charged ? formatCharge(charged.amount, charged.currency) : '';
  const trimmed = reason.trim();
  const texts = {
    grant: {
      title: t`Grant what was bought?`,
      intro: payment.canEnd
        ? t`Only when ${payment.provider} shows that ${sum} was paid. The payer gets "${payment.description}" now.`
        : t`The payer gets "${payment.description}" now, for the ${sum} that came.`,
      action: t`Grant for ${sum}`,
      busy: t`Granting`,
      done: t`Granted`,
    },
    refund: {
      title: t`Refund the payment?`,
      intro: t`We ask ${payment.provider} to return ${sum}. The payment closes when the provider confirms.`,
      action: t`Refund ${sum}`,
      busy: t`Requesting`,
      done: t`Refund requested`,
    },
    end: {
      title: t`Did it never arrive?`,
      intro: t`Only when ${payment.provider} shows no such charge. The payment ends as failed, and a renewal is charged again tomorrow.`,
      action: t`It never arrived`,
      busy: t`Ending`,
      done: t`The payment has ended`,
    },
  }[kind];
  const decide = useDecidePayment({
    onSuccess: () => {
      toast({ title: texts.done, text: `${sum}, ${payment.description}` });
      onClose();
    },
    onError: fail,
  });
  return (
    <FormSheet
      onClose={onClose}
      title={texts.title}
      intro={texts.intro}
      busy={decide.isPending}
      busyLabel={texts.busy}
      variant={kind === 'grant' ? 'primary' : 'danger'}
      action={texts.action}
      disabled={charged === null}
      onSubmit={() => {
        setSubmitted(true);
        if (charged && trimmed.length >= minFindingLength)
          decide.mutate({ id: payment.id, kind, ...charged, reason: trimmed });
      }}
    >
      <dl>
        <CostRow label={<Trans>Price</Trans>}>{formatCharge(price.amount, price.currency)}</CostRow>
        {kind === 'end' ? null : (
          <CostRow label={kind === 'grant' ? <Trans>What came</Trans> : <Trans>What goes back</Trans>}>{sum}</CostRow>
        )}
        <CostRow label={<Trans>Why it is here</Trans>}>{payment.flag}</CostRow>
      </dl>
      {kind === 'grant' && charged && charged.amount !== payment.amount ? (
        <p role="status" className="rounded-md bg-warning-soft px-4 py-3 text-sm">
          {charged.amount < payment.amount ? (
            <Trans>Less came than the price. The difference is booked as a loss.</Trans>
          ) : (
            <Trans>More came than the price. The difference is booked as income.</Trans>
          )}
        </p>
      ) : null}
      <FindingField
        value={reason}
        onChange={setReason}
        missing={submitted && trimmed.length < minFindingLength}
        help={t`Kept in the audit log with your name`}
      />
    </FormSheet>
  );
}
