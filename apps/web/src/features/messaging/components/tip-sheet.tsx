import { Trans, useLingui } from '@lingui/react/macro';
import { useQueryClient } from '@tanstack/react-query';
import { chatTipPresets, chatTipRange } from '@vlam/contract/rules/messaging';
import { useState } from 'react';
import { Chip } from '../../../components/ui/chip.tsx';
import { CostSummary } from '../../../components/ui/cost-summary.tsx';
import { Field } from '../../../components/ui/field.tsx';
import { FormSheet } from '../../../components/ui/form-sheet.tsx';
import { CreditToken } from '../../../components/ui/marks.tsx';
import { TextArea, TextInput } from '../../../components/ui/text-input.tsx';
import { api, codeOf, messageOf } from '../../../lib/api.ts';
import { putBalance, useBalance } from '../../../lib/balance.ts';
import { useIntent } from '../../../lib/idempotency.ts';
import { formatNumber } from '../../../lib/numbers.ts';
import { toast, toastError } from '../../../lib/toast.ts';
import { conversationQuery, putMessage, readLists } from '../api.ts';
import type { Conversation } from '../types.ts';

const longestWords = 300;

/** Credits for a creator in the thread, with a few words; looked over before they are sent. */
export function ChatTipSheet({ conversation, onClose }: { conversation: Conversation; onClose(): void }) {
  const { t } = useLingui();
  const client = useQueryClient();
  const balance = useBalance();
  const [text, setText] = useState('');
  const [words, setWords] = useState('');
  // One name for the message of this sheet, however often it is sent.
  const [clientId] = useState(() => crypto.randomUUID());
  const { id: profileId, displayName: name } = conversation.profile;
  const credits = /^\d{1,6}$/.test(text.trim()) ? Number(text) : 0;
  const tooMuch = credits > chatTipRange.max;
  const lacks = balance !== undefined && balance < credits;
  const tooFew = t`You need ${credits} credits to send this tip.`;
  const tip = useIntent<{ credits: number; message: string }, Awaited<ReturnType<typeof api.tipInChat>>>({
    call: ({ message, ...body }, idempotencyKey) =>
      api.tipInChat({
        params: { profileId },
        body: { ...body, clientId, ...(message ? { message } : {}) },
        idempotencyKey,
      }),
    onSuccess: (answer) => {
      putBalance(client, answer.balance);
      putMessage(client, profileId, answer.message);
      void client.invalidateQueries({ queryKey: conversationQuery(profileId).queryKey });
      readLists(client);
      toast({ title: t`Tip sent`, text: t`${name} got ${formatNumber(credits)} credits from you` });
      onClose();
    },
    onError: (error) =>
      codeOf(error) === 'INSUFFICIENT_CREDITS'
        ? toastError(t`Insufficient Credits`, tooFew)
        : toastError(t`Error`, messageOf(error) ?? t`Failed to send tip`),
  });
  return (
    <FormSheet
      title={<Trans>Tip {name}</Trans>}
      onClose={onClose}
      busy={tip.isPending}
      busyLabel={<Trans>Sending</Trans>}
      disabled={credits < chatTipRange.min || tooMuch || lacks || balance === undefined}
      action={credits > 0 ? t`Send ${formatNumber(credits)} credits` : <Trans>Send Tip</Trans>}
      onSubmit={() => tip.mutate({ credits, message: words.trim() })}
    >
      <div>
        <Field
          label={<Trans>Amount</Trans>}
          aside={<Trans>credits</Trans>}
          error={tooMuch ? t`The largest tip is ${formatNumber(chatTipRange.max)} credits` : undefined}
        >
          <TextInput
            name="credits"
            type="number"
            min={chatTipRange.min}
            max={chatTipRange.max}
            step={1}
            inputMode="numeric"
            autoComplete="off"
            before={<CreditToken size={18} />}
            value={text}
            onChange={(event) => setText(event.currentTarget.value)}
            className="num pl-11! text-[22px]!"
          />
        </Field>
        <fieldset aria-label={t`Usual amounts`} className="mt-2 flex flex-wrap gap-2">
          {chatTipPresets.map((amount) => (
            <Chip key={amount} pressed={credits === amount} onClick={() => setText(String(amount))}>
              <CreditToken />
              {amount}
            </Chip>
          ))}
        </fieldset>
      </div>
      <Field label={<Trans>Message, if you like</Trans>}>
        <TextArea
          name="message"
          rows={2}
          maxLength={longestWords}
          value={words}
          onChange={(event) => setWords(event.currentTarget.value)}
          className="min-h-0!"
        />
      </Field>
      <CostSummary price={credits} balance={balance} tooFew={tooFew} priceLabel={<Trans>Tip</Trans>} />
    </FormSheet>
  );
}
