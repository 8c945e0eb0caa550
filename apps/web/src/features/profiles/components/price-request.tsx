import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { CostRow } from '../../../components/pay/cost-summary.tsx';
import { Button } from '../../../components/ui/button.tsx';
import { FormSheet } from '../../../components/ui/form-sheet.tsx';
import { Stat, StatRow } from '../../../components/ui/stat.tsx';
import { type Answer, api, codeOf, keyOf, messageOf, queryOf } from '../../../lib/api.ts';
import { formatDate, formatNumber, formatRand } from '../../../lib/format.ts';
import { languageStore } from '../../../lib/language.ts';
import { useStore } from '../../../lib/store.ts';
import { toast, toastError } from '../../../lib/toast.ts';

type PriceRequestState = Answer<'getPriceRequest'>;

/** Asks subscribers on an older price to move to the current one; renders nothing when there are none. */
export function PriceRequest() {
  const { data } = useQuery(queryOf('getPriceRequest'));
  const [asking, setAsking] = useState(false);
  if (!data || (data.payingLess === 0 && !data.request)) return null;
  return (
    <div data-slot="price-request" className="my-4 rounded-card bg-surface-1 p-4.5">
      {data.request ? (
        <RequestResult request={data.request} price={formatRand(data.amount)} />
      ) : (
        <AskPrompt state={data} onAsk={() => setAsking(true)} />
      )}
      {asking ? <AskSheet state={data} onClose={() => setAsking(false)} /> : null}
    </div>
  );
}

function AskPrompt({ state: { amount, payingLess, canAskAt }, onAsk }: { state: PriceRequestState; onAsk(): void }) {
  const language = useStore(languageStore);
  const price = formatRand(amount);
  return (
    <>
      <p className="text-sm">
        <Plural value={payingLess} one="# subscriber renews" other="# subscribers renew" />{' '}
        <Trans>for less than {price}. They keep their price unless they agree to yours.</Trans>
      </p>
      {canAskAt ? (
        <p className="mt-2 text-meta text-muted">
          <Trans>You asked not long ago. You can ask again on {formatDate(canAskAt, language)}.</Trans>
        </p>
      ) : (
        <Button size="sm" variant="bone" className="mt-3" onClick={onAsk}>
          <Trans>Ask them to move to {price}</Trans>
        </Button>
      )}
    </>
  );
}

function RequestResult({ request, price }: { request: NonNullable<PriceRequestState['request']>; price: string }) {
  const language = useStore(languageStore);
  const { asked, askedAt, agreed, kept, waiting } = request;
  return (
    <>
      <p className="font-semibold text-sm">
        <Trans>
          On {formatDate(askedAt, language)} you asked <Plural value={asked} one="# subscriber" other="# subscribers" />{' '}
          to move to {price}
        </Trans>
      </p>
      <StatRow className="mt-3">
        <Stat label={<Trans>Agreed</Trans>} value={formatNumber(agreed)} />
        <Stat label={<Trans>Keep their price</Trans>} value={formatNumber(kept)} />
        <Stat label={<Trans>No answer yet</Trans>} value={formatNumber(waiting)} />
      </StatRow>
    </>
  );
}

function AskSheet({ state: { amount, payingLess }, onClose }: { state: PriceRequestState; onClose(): void }) {
  const { t } = useLingui();
  const client = useQueryClient();
  const price = formatRand(amount);
  const ask = useMutation({
    mutationFn: () => api.askForNewPrice({ body: { amount } }),
    onSuccess: (state) => {
      client.setQueryData(keyOf('getPriceRequest'), state);
      toast({ title: t`Asked`, text: t`Each of them gets a notice and a mail.` });
      onClose();
    },
    onError: (error) => {
      void client.invalidateQueries({ queryKey: keyOf('getPriceRequest') });
      toastError(
        t`Error`,
        codeOf(error) === 'PRICE_CHANGED'
          ? t`Your price has changed meanwhile. Look at it again before you ask.`
          : (messageOf(error) ?? t`The connection dropped. Try again.`),
      );
      onClose();
    },
  });
  return (
    <FormSheet
      onClose={onClose}
      title={<Trans>Ask for {price}?</Trans>}
      intro={
        <Trans>
          Each of them sees the old and the new price, and agrees or keeps the old one. No answer keeps it too.
        </Trans>
      }
      busy={ask.isPending}
      busyLabel={<Trans>Asking</Trans>}
      action={<Plural value={payingLess} one="Ask # subscriber" other="Ask # subscribers" />}
      onSubmit={() => ask.mutate()}
    >
      <dl>
        <CostRow label={<Trans>New price</Trans>}>{price}</CostRow>
        <CostRow label={<Trans>For those who agree</Trans>}>
          <Trans>From their next renewal</Trans>
        </CostRow>
        <CostRow label={<Trans>Another request</Trans>}>
          <Trans>After seven days, for another price</Trans>
        </CostRow>
      </dl>
    </FormSheet>
  );
}
