import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { TipMenuItem } from '@vlam/contract/messaging-tip-menu';
import { chatTipPresets, chatTipRange } from '@vlam/contract/rules/messaging';
import { useState } from 'react';
import { type Answer, api, codeOf, keyOf, messageOf, queryOf } from '../../lib/api.ts';
import { putBalance, useBalance } from '../../lib/balance.ts';
import { useIntent } from '../../lib/helpers/idempotency.ts';
import { formatNumber } from '../../lib/numbers.ts';
import { toast, toastError } from '../../lib/toast.ts';
import { useSendLater } from '../../lib/use-send-later.ts';
import { CostRow, CostSummary } from '../pay/cost-summary.tsx';
import { CreditField, creditsOf } from '../pay/credit-field.tsx';
import { TipMenuRows } from '../pay/tip-menu-rows.tsx';
import { Chip } from './chip.tsx';
import { Field } from './field.tsx';
import { FormSheet } from './form-sheet.tsx';
import { CreditToken } from './marks.tsx';
import { TextArea } from './text-input.tsx';

const maxMessageLength = 300;

interface CreditTipSheetProps {
  to: { id: string; displayName: string };
  /** The item of their tip menu that is chosen at first. */
  item?: TipMenuItem;
  onSent?(answer: Answer<'tipInChat'>): void;
  onClose(): void;
}

/** Tips a creator in a thread or call, with an optional message; the cost is reviewed before sending. */
export function CreditTipSheet({ to, item, onSent, onClose }: CreditTipSheetProps) {
  const { t } = useLingui();
  const client = useQueryClient();
  const balance = useBalance();
  const sendLater = useSendLater();
  const [text, setText] = useState(item ? String(item.credits) : '');
  const [chosen, setChosen] = useState<TipMenuItem | null>(item ?? null);
  const { data: menu } = useQuery({ ...queryOf('getTipMenu', { params: { id: to.id } }), staleTime: 0 });
  const [message, setMessage] = useState('');
  // One client id per sheet, so that a retry sends the same message.
  const [clientId] = useState(() => crypto.randomUUID());
  const setAmount = (amount: string) => {
    setChosen(null);
    setText(amount);
  };
  const { id: profileId, displayName: name } = to;
  const credits = creditsOf(text);
  const tooMuch = credits > chatTipRange.max;
  const tooLittle = credits > 0 && credits < chatTipRange.min;
  const cannotAfford = balance === undefined || balance < credits;
  const insufficientText = t`You need ${credits} credits to send this tip.`;
  const tip = useIntent<{ credits: number; message: string; menuItemId?: string }, Answer<'tipInChat'>>({
    call: ({ message, ...body }, idempotencyKey) =>
      api.tipInChat({
        params: { profileId },
        body: { ...body, clientId, ...(message ? { message } : {}) },
        idempotencyKey,
      }),
    onSuccess: (answer) => {
      putBalance(client, answer.balance);
      onSent?.(answer);
      toast({ title: t`Tip sent`, text: t`${name} got ${formatNumber(credits)} credits from you` });
      onClose();
    },
    onError: (error) => {
      if (chosen) void client.invalidateQueries({ queryKey: keyOf('getTipMenu') });
      return codeOf(error) === 'INSUFFICIENT_CREDITS'
        ? toastError(t`Insufficient Credits`, insufficientText)
        : toastError(t`Error`, messageOf(error) ?? t`Failed to send tip`);
    },
  });
  const send = async () => {
    const words = message.trim();
    if (!sendLater) return tip.mutate({ credits, message: words, ...(chosen ? { menuItemId: chosen.id } : {}) });
    const metadata = { userId: profileId, ...(words ? { message: words } : {}) };
    if (await sendLater({ type: 'tip', amount: credits, description: t`Tip for ${name}`, metadata })) onClose();
  };
  return (
    <FormSheet
      title={<Trans>Tip {name}</Trans>}
      onClose={onClose}
      busy={tip.isPending}
      busyLabel={<Trans>Sending</Trans>}
      disabled={credits === 0 || tooMuch || tooLittle || cannotAfford}
      action={
        sendLater ? (
          <Trans>Send when back online</Trans>
        ) : credits > 0 ? (
          t`Send ${formatNumber(credits)} credits`
        ) : (
          <Trans>Send Tip</Trans>
        )
      }
      onSubmit={() => void send()}
    >
      {/* What waits for a network has no item: its price may be another one then. */}
      {sendLater || !menu || menu.items.length === 0 ? null : (
        <TipMenuRows
          items={menu.items}
          chosen={chosen?.id ?? null}
          onChoose={(one) => {
            const next = one.id === chosen?.id ? null : one;
            setChosen(next);
            setText(next ? String(next.credits) : '');
          }}
        />
      )}
      <div>
        <CreditField
          name="credits"
          label={<Trans>Amount</Trans>}
          range={chatTipRange}
          large
          value={text}
          onChange={setAmount}
          error={
            tooMuch
              ? t`The largest tip is ${formatNumber(chatTipRange.max)} credits`
              : tooLittle
                ? t`The smallest tip is ${chatTipRange.min} credits`
                : undefined
          }
        />
        <fieldset aria-label={t`Usual amounts`} className="mt-2 flex flex-wrap gap-2">
          {chatTipPresets.map((amount) => (
            <Chip key={amount} pressed={credits === amount} onClick={() => setAmount(String(amount))}>
              <CreditToken />
              {amount}
            </Chip>
          ))}
        </fieldset>
        <p className="mt-2 text-meta text-muted">
          <Trans>Paid with your credits. On a creator's page you tip in rand.</Trans>
        </p>
      </div>
      <Field label={<Trans>Message, if you like</Trans>}>
        <TextArea
          name="message"
          rows={2}
          maxLength={maxMessageLength}
          value={message}
          onChange={(event) => setMessage(event.currentTarget.value)}
          className="min-h-0!"
        />
      </Field>
      {credits > 0 ? (
        <CostSummary
          price={credits}
          balance={balance}
          insufficientText={insufficientText}
          priceLabel={<Trans>Tip</Trans>}
        />
      ) : (
        <dl>
          <CostRow label={<Trans>Your balance</Trans>}>
            {balance === undefined ? '…' : t`${formatNumber(balance)} credits`}
          </CostRow>
        </dl>
      )}
    </FormSheet>
  );
}
