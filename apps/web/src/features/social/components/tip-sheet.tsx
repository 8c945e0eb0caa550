import { Trans, useLingui } from '@lingui/react/macro';
import { tipRangeCents } from '@vlam/contract/social-tips';
import { useEffect, useState } from 'react';
import { PayWithRow, TotalRow, usePaymentMethods } from '../../../components/pay/pay-with.tsx';
import { Button } from '../../../components/ui/button.tsx';
import { Chip } from '../../../components/ui/chip.tsx';
import { Field } from '../../../components/ui/field.tsx';
import { Refused } from '../../../components/ui/refused.tsx';
import { Sheet } from '../../../components/ui/sheet.tsx';
import { TextArea, TextInput } from '../../../components/ui/text-input.tsx';
import { goToCheckout, needsPaymentPage } from '../../../lib/checkout.ts';
import { formatRand } from '../../../lib/format.ts';
import { maxTipMessageLength, parseTipAmount, tipPresets } from '../tip-amount.ts';
import { type TipRecipient, tipReference, useSendTip } from '../tip-api.ts';

interface TipSheetProps {
  /** Null while the sheet is closed. */
  to: (TipRecipient & { title?: string | undefined }) | null;
  onClose(): void;
  /** Called after the charge, with the amount in rand. */
  onSent?: ((to: TipRecipient, amount: number) => void) | undefined;
}

/** Tips a creator in rand, with an optional message. */
export function TipSheet({ to, onClose, onSent }: TipSheetProps) {
  // Content stays while the closing sheet slides out.
  const [last, setLast] = useState(to);
  if (to && to !== last) setLast(to);
  const shown = to ?? last;
  const [sending, setSending] = useState(false);
  if (!shown) return null;
  const handleSent = (amount: number) => {
    onSent?.(shown, amount);
    onClose();
  };
  return (
    <Sheet
      open={to !== null}
      onClose={onClose}
      locked={sending}
      title={<Trans>Tip {shown.name}</Trans>}
      {...(shown.title ? { intro: <Trans>For "{shown.title}"</Trans> } : {})}
    >
      <TipForm key={`${shown.profileId}/${shown.contentId}`} to={shown} onSent={handleSent} onBusy={setSending} />
    </Sheet>
  );
}

function TipForm({
  to,
  onSent,
  onBusy,
}: {
  to: TipRecipient;
  onSent(amount: number): void;
  onBusy(busy: boolean): void;
}) {
  const { t } = useLingui();
  const [text, setText] = useState('');
  const [message, setMessage] = useState('');
  const [touched, setTouched] = useState(false);
  const { data: methods } = usePaymentMethods();
  const tip = useSendTip(to, ({ amount }) => onSent(amount));
  const parsed = parseTipAmount(text);
  const problem =
    'problem' in parsed
      ? {
          empty: undefined,
          number: t`Use numbers only, such as 50 or 12.50`,
          small: t`The smallest tip is R1`,
          large: t`The largest tip is ${formatRand(tipRangeCents.max / 100)}`,
          decimals: t`Use rand and cents`,
        }[parsed.problem]
      : undefined;
  const price = 'rand' in parsed ? formatRand(parsed.rand) : null;
  const usesCheckout = methods?.length === 0;
  const refused = tip.error && !needsPaymentPage(tip.error) ? tip.error : null;

  const { isPending } = tip;
  useEffect(() => {
    onBusy(isPending);
    return () => onBusy(false);
  }, [isPending, onBusy]);

  const openCheckout = (amount: number, text: string) =>
    goToCheckout({ purpose: 'tip', reference: tipReference(to), amount, message: text });
  const send = () => {
    setTouched(true);
    if (!('rand' in parsed)) return;
    const amount = parsed.rand;
    const trimmed = message.trim();
    if (!usesCheckout) return tip.mutate({ amount, message: trimmed });
    openCheckout(amount, trimmed);
  };
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (!tip.isPending) send();
      }}
    >
      <Field label={<Trans>Amount</Trans>} error={touched ? problem : undefined}>
        <TextInput
          name="amount"
          before="R"
          type="number"
          step="0.01"
          min={1}
          inputMode="decimal"
          autoComplete="off"
          value={text}
          onChange={(event) => {
            setText(event.target.value);
            setTouched(false);
          }}
          onBlur={() => setTouched(true)}
          className="num text-[1.375rem]! font-bold"
        />
      </Field>
      <fieldset aria-label={t`Usual amounts`} className="mt-2 flex flex-wrap gap-2">
        {tipPresets.map((amount) => (
          <Chip key={amount} pressed={price === formatRand(amount)} onClick={() => setText(String(amount))}>
            {formatRand(amount)}
          </Chip>
        ))}
      </fieldset>
      <Field
        className="mt-5"
        label={<Trans>Message, if you like</Trans>}
        aside={message.length > maxTipMessageLength - 60 ? `${message.length} / ${maxTipMessageLength}` : undefined}
      >
        <TextArea
          name="message"
          rows={2}
          maxLength={maxTipMessageLength}
          value={message}
          onChange={(event) => setMessage(event.target.value)}
        />
      </Field>
      <p className="mt-3 text-meta text-muted">
        <Trans>A tip from a page is paid in rand. In a chat, a call or a show you tip in credits.</Trans>
      </p>
      <dl className="mt-2">
        <PayWithRow methods={methods} />
        <TotalRow label={<Trans>Total, VAT included</Trans>}>{price ?? 'R0'}</TotalRow>
      </dl>
      {refused ? (
        <Refused error={refused} onOtherCard={() => 'rand' in parsed && openCheckout(parsed.rand, message.trim())} />
      ) : null}
      <Button
        type="submit"
        variant="primary"
        size="lg"
        full
        className="mt-4"
        disabled={price === null}
        busy={tip.isPending}
        busyLabel={<Trans>Sending</Trans>}
      >
        {price === null ? <Trans>Send tip</Trans> : <Trans>Send {price} tip</Trans>}
      </Button>
    </form>
  );
}
