import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { CostRow } from '../../../components/pay/cost-summary.tsx';
import { Button } from '../../../components/ui/button.tsx';
import { Field } from '../../../components/ui/field.tsx';
import { FormSheet } from '../../../components/ui/form-sheet.tsx';
import { TextInput } from '../../../components/ui/text-input.tsx';
import { codeOf, messageOf } from '../../../lib/api.ts';
import { formatDate, formatRand } from '../../../lib/format.ts';
import { languageStore } from '../../../lib/language.ts';
import { useStore } from '../../../lib/store.ts';
import { toast, toastError } from '../../../lib/toast.ts';
import { type PayoutAccount, type PayoutSummary, useRequestPayout } from '../api.ts';

interface PayoutSheetProps {
  summary: PayoutSummary;
  account: PayoutAccount;
  onClose(): void;
  onAccount(): void;
}

/** Requests a payout of cleared earnings, or explains why none can be requested yet. */
export function PayoutSheet({ summary, account, onClose, onAccount }: PayoutSheetProps) {
  const { t } = useLingui();
  const language = useStore(languageStore);
  const { availableCents, clearingCents, underWayCents, minimumCents, heldUntil } = summary;
  const minimum = formatRand(minimumCents / 100);
  const available = formatRand(availableCents / 100);
  const [typed, setTyped] = useState((availableCents / 100).toFixed(2));
  const [submitted, setSubmitted] = useState(false);
  const cents = Math.round(Number(typed.trim().replace(/\s/g, '').replace(',', '.') || Number.NaN) * 100);
  const isRight = cents >= minimumCents && cents <= availableCents;
  const amount = isRight ? formatRand(cents / 100) : '';
  const send = useRequestPayout({
    onSuccess: () => {
      toast({ title: t`Payout requested`, text: t`${amount} is on its way once it is approved.` });
      onClose();
    },
    onError: (error) =>
      codeOf(error) === 'PAYOUT_ACCOUNT_REQUIRED'
        ? onAccount()
        : toastError(t`Error`, messageOf(error) ?? t`The connection dropped. Nothing was asked for twice; try again.`),
  });
  const missing =
    underWayCents > 0
      ? t`Your payout of ${formatRand(underWayCents / 100)} is under way. You can request the next one once it has been sent.`
      : availableCents < minimumCents
        ? t`Payouts start at ${minimum}. ${available} is ready so far, and ${formatRand(clearingCents / 100)} is clearing.`
        : account === null
          ? t`First add the bank account that your payouts go to.`
          : heldUntil
            ? t`The bank account, your address or your password was changed. For your safety payouts wait until ${formatDate(heldUntil, language)}.`
            : null;
  return (
    <FormSheet
      onClose={onClose}
      title={<Trans>Request Payout</Trans>}
      busy={send.isPending}
      disabled={missing !== null}
      action={amount && !missing ? t`Request ${amount}` : t`Request Payout`}
      busyLabel={<Trans>Requesting</Trans>}
      instead={
        account === null ? (
          <Button variant="primary" onClick={onAccount}>
            <Trans>Add bank account</Trans>
          </Button>
        ) : null
      }
      onSubmit={() => {
        setSubmitted(true);
        if (isRight) send.mutate(cents);
      }}
    >
      {missing ? (
        <p role="status" className="rounded-md bg-warning-soft px-4 py-3 text-sm">
          {missing}
        </p>
      ) : (
        <Field
          label={<Trans>Amount</Trans>}
          aside={
            <Trans>
              {minimum} to {available}
            </Trans>
          }
          error={submitted && !isRight ? t`Use an amount from ${minimum} to ${available}` : undefined}
        >
          <TextInput
            name="amount"
            value={typed}
            onChange={(event) => setTyped(event.currentTarget.value)}
            before="R"
            inputMode="decimal"
            maxLength={12}
            autoComplete="off"
            className="tabular-nums"
          />
        </Field>
      )}
      {account ? (
        <dl>
          <CostRow label={<Trans>To</Trans>}>
            <Trans>
              {account.bank}, ending in {account.accountEnding}
            </Trans>
          </CostRow>
          <CostRow label={<Trans>Holder</Trans>}>{account.holderName}</CostRow>
        </dl>
      ) : null}
    </FormSheet>
  );
}
