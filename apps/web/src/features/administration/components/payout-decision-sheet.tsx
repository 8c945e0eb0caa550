import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { CostRow } from '../../../components/pay/cost-summary.tsx';
import { ReasonField } from '../../../components/reason-field.tsx';
import { Field } from '../../../components/ui/field.tsx';
import { FormSheet } from '../../../components/ui/form-sheet.tsx';
import { TextInput } from '../../../components/ui/text-input.tsx';
import { formatRand } from '../../../lib/format.ts';
import { toast } from '../../../lib/toast.ts';
import { useFailure } from '../../../lib/use-failure.ts';
import { type AdminPayout, type Decision, useDecidePayout } from '../api.ts';

interface PayoutDecisionSheetProps {
  payout: AdminPayout;
  kind: Decision['kind'];
  onClose(): void;
}

/** Confirms a payout decision with its recipient, amount and consequence. */
export function PayoutDecisionSheet({ payout, kind, onClose }: PayoutDecisionSheetProps) {
  const { t } = useLingui();
  const fail = useFailure();
  const [text, setText] = useState('');
  const [submitted, setSubmitted] = useState(false);
  const { id, displayName, nameMatches } = payout;
  const amount = formatRand(payout.amount);
  const texts = {
    approve: {
      title: t`Approve this payout?`,
      intro: t`${amount} to ${displayName} may then be sent by the bank.`,
      action: t`Approve ${amount}`,
      busy: t`Approving`,
      done: t`Payout approved`,
      missing: '',
    },
    sent: {
      title: t`Mark as sent?`,
      intro: t`Only once the bank has sent ${amount} to ${displayName}. They get a mail that says so.`,
      action: t`Mark as sent`,
      busy: t`Saving`,
      done: t`Payout sent`,
      missing: t`Bank reference is required`,
    },
    fail: {
      title: payout.status === 'sent' ? t`Reverse this payout?` : t`Fail this payout?`,
      intro: t`${amount} goes back to what ${displayName} can withdraw. They see the reason.`,
      action: payout.status === 'sent' ? t`Reverse payout` : t`Fail payout`,
      busy: t`Saving`,
      done: t`Payout failed`,
      missing: t`A reason is required`,
    },
  }[kind];
  const decide = useDecidePayout({
    onSuccess: () => {
      toast({ title: texts.done, text: t`${amount}, ${displayName}` });
      onClose();
    },
    onError: fail,
  });
  const trimmed = text.trim();
  const error = submitted && kind !== 'approve' && !trimmed ? texts.missing : undefined;
  const send = () => {
    setSubmitted(true);
    if (kind === 'approve') decide.mutate({ kind, id });
    else if (trimmed)
      decide.mutate(kind === 'sent' ? { kind, id, bankReference: trimmed } : { kind, id, reason: trimmed });
  };
  return (
    <FormSheet
      onClose={onClose}
      title={texts.title}
      intro={texts.intro}
      busy={decide.isPending}
      busyLabel={texts.busy}
      variant={kind === 'fail' ? 'danger' : 'primary'}
      action={texts.action}
      onSubmit={send}
    >
      <dl>
        <CostRow label={<Trans>To</Trans>}>
          <Trans>
            {payout.bank}, ending in {payout.accountEnding}
          </Trans>
        </CostRow>
        <CostRow label={<Trans>Holder</Trans>}>{payout.holderName}</CostRow>
      </dl>
      {kind === 'approve' && !nameMatches ? (
        <p role="status" className="rounded-md bg-danger-soft px-4 py-3 text-danger text-sm">
          <Trans>The holder's name is not the verified name of this creator.</Trans>
        </p>
      ) : null}
      {kind === 'sent' ? (
        <Field label={<Trans>Bank reference</Trans>} error={error}>
          <TextInput
            name="bankReference"
            value={text}
            onChange={(event) => setText(event.currentTarget.value)}
            maxLength={60}
            autoComplete="off"
          />
        </Field>
      ) : null}
      {kind === 'fail' ? (
        <ReasonField
          label={<Trans>Reason, shown to the creator</Trans>}
          error={error}
          maxLength={300}
          value={text}
          onChange={setText}
        />
      ) : null}
    </FormSheet>
  );
}
