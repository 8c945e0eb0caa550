import { Trans, useLingui } from '@lingui/react/macro';
import { useQueryClient } from '@tanstack/react-query';
import { chatTipRange } from '@vlam/contract/rules/messaging';
import { useState } from 'react';
import { Button } from '../../../components/ui/button.tsx';
import { Chip } from '../../../components/ui/chip.tsx';
import { CostSummary } from '../../../components/ui/cost-summary.tsx';
import { Field } from '../../../components/ui/field.tsx';
import { Sheet } from '../../../components/ui/sheet.tsx';
import { TextInput } from '../../../components/ui/text-input.tsx';
import { type Answer, api, codeOf, messageOf } from '../../../lib/api.ts';
import { putBalance, useBalance } from '../../../lib/balance.ts';
import { useIntent } from '../../../lib/idempotency.ts';
import { toast, toastError } from '../../../lib/toast.ts';

const usual = [10, 25, 50, 100];

interface TipSheetProps {
  to: { id: string; displayName: string };
  open: boolean;
  onClose(): void;
}

/** Credits for the creator one is talking to; they find them in the thread too. */
export function TipSheet({ to, open, onClose }: TipSheetProps) {
  const { t } = useLingui();
  const client = useQueryClient();
  const balance = useBalance();
  const [text, setText] = useState('25');
  const credits = /^\d{1,6}$/.test(text.trim()) ? Number(text) : 0;
  const isAllowed = credits >= chatTipRange.min && credits <= chatTipRange.max;
  const tooFew = t`You need more credits for this tip.`;
  const send = useIntent<{ credits: number; clientId: string }, Answer<'tipInChat'>>({
    call: (body, idempotencyKey) => api.tipInChat({ params: { profileId: to.id }, body, idempotencyKey }),
    onSuccess: (answer, { credits: sent }) => {
      putBalance(client, answer.balance);
      toast({ title: t`${to.displayName} has your ${sent} credits` });
      onClose();
    },
    onError: (error) =>
      codeOf(error) === 'INSUFFICIENT_CREDITS'
        ? toastError(t`Insufficient Credits`, tooFew)
        : toastError(t`Error`, messageOf(error) ?? t`The connection dropped. You were not charged twice; try again.`),
  });
  // One tip for each opening and amount: a second tap is the same.
  const [clientId] = useState(() => crypto.randomUUID());
  return (
    <Sheet open={open} onClose={onClose} locked={send.isPending} title={t`Tip ${to.displayName}`}>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (isAllowed) send.mutate({ credits, clientId });
        }}
        className="grid grid-cols-1 gap-4"
      >
        <div className="flex flex-wrap gap-2">
          {usual.map((amount) => (
            <Chip key={amount} pressed={credits === amount} onClick={() => setText(String(amount))}>
              {amount}
            </Chip>
          ))}
        </div>
        <Field
          label={<Trans>Credits</Trans>}
          error={text !== '' && !isAllowed ? t`A whole number from 1 to 50,000` : undefined}
        >
          <TextInput
            name="credits"
            inputMode="numeric"
            autoComplete="off"
            value={text}
            onChange={(event) => setText(event.currentTarget.value)}
          />
        </Field>
        <CostSummary price={credits} balance={balance} tooFew={tooFew} />
        <Button
          type="submit"
          variant="primary"
          size="lg"
          full
          disabled={!isAllowed || balance === undefined || balance < credits}
          busy={send.isPending}
          busyLabel={<Trans>Sending</Trans>}
        >
          {t`Send ${credits} credits`}
        </Button>
      </form>
    </Sheet>
  );
}
