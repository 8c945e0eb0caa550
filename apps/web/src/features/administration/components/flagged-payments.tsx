import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import CircleAlert from 'lucide-react/icons/circle-alert';
import { useState } from 'react';
import { Button } from '../../../components/ui/button.tsx';
import { EmptyState } from '../../../components/ui/empty-state.tsx';
import { ErrorState } from '../../../components/ui/error-state.tsx';
import { Field } from '../../../components/ui/field.tsx';
import { Sheet } from '../../../components/ui/sheet.tsx';
import { Loading, SkeletonRows } from '../../../components/ui/skeleton.tsx';
import { Tag } from '../../../components/ui/tag.tsx';
import { TextArea } from '../../../components/ui/text-input.tsx';
import { type Answer, api, keyOf, messageOf, queryOf } from '../../../lib/api.ts';
import { formatDate, formatRand, formatTime } from '../../../lib/format.ts';
import { languageStore } from '../../../lib/language.ts';
import { useStore } from '../../../lib/store.ts';
import { toast, toastError } from '../../../lib/toast.ts';

type Flagged = Answer<'listFlaggedPayments'>['items'][number];
const shortestFinding = 3;

/** `R299` for rand, `299.00 USD` for another currency; hundredths in. */
const moneyOf = (amount: number, currency: string) =>
  currency === 'ZAR' ? formatRand(amount / 100) : `${(amount / 100).toFixed(2)} ${currency}`;

/** Payments no rule can decide, with what the provider said of each. */
export function FlaggedPayments() {
  const { t } = useLingui();
  const { data, error, refetch } = useQuery(queryOf('listFlaggedPayments', { query: { limit: '50' } }));
  const [asked, setAsked] = useState<Flagged | null>(null);
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
          <Row key={payment.id} payment={payment} onLooked={() => setAsked(payment)} />
        ))}
      </ul>
      {asked ? <LookedSheet key={asked.id} payment={asked} onClose={() => setAsked(null)} /> : null}
    </>
  );
}

function Row({ payment, onLooked }: { payment: Flagged; onLooked(): void }) {
  const language = useStore(languageStore);
  return (
    <li className="grid gap-x-5 gap-y-2.5 border-line border-b py-4 lg:grid-cols-[150px_minmax(0,1fr)_auto]">
      <div className="flex items-center justify-between gap-3 lg:block">
        <p className="num text-[20px]">{moneyOf(payment.amount, payment.currency)}</p>
        <Tag tone="warning" icon={<CircleAlert />} className="lg:mt-1.5">
          {payment.flag}
        </Tag>
      </div>
      <div className="min-w-0">
        <p className="font-semibold">{payment.description}</p>
        <p className="break-all text-faint text-meta">
          {formatDate(payment.createdAt, language)}, {payment.provider} {payment.providerReference}
        </p>
        <ol className="mt-2 grid gap-1 text-meta text-muted">
          {payment.said.map((each, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: what was said is only ever added to, and two may be alike.
            <li key={index} className="break-words">
              {formatTime(each.receivedAt)} {each.kind}
              {each.amount === null ? '' : `, ${moneyOf(each.amount, each.currency ?? payment.currency)}`}
              {each.outcome ? `: ${each.outcome}` : ''}
            </li>
          ))}
        </ol>
      </div>
      <Button size="sm" variant="bone" className="justify-self-start lg:self-center" onClick={onLooked}>
        <Trans>Mark as looked at</Trans>
      </Button>
    </li>
  );
}

function LookedSheet({ payment, onClose }: { payment: Flagged; onClose(): void }) {
  const { t } = useLingui();
  const client = useQueryClient();
  const [reason, setReason] = useState('');
  const [tried, setTried] = useState(false);
  const isSaid = reason.trim().length >= shortestFinding;
  const clear = useMutation({
    mutationFn: () => api.clearPaymentFlag({ params: { id: payment.id }, body: { reason: reason.trim() } }),
    onSuccess: () => {
      void client.invalidateQueries({ queryKey: keyOf('listFlaggedPayments') });
      toast({ title: t`Noted`, text: t`Your finding is in the audit log.` });
      onClose();
    },
    onError: (error) => toastError(t`Error`, messageOf(error) ?? t`The connection dropped. Try again.`),
  });
  return (
    <Sheet
      open
      onClose={onClose}
      title={<Trans>Mark as looked at?</Trans>}
      intro={<Trans>Nothing moves by this. What you found is kept with your name.</Trans>}
      locked={clear.isPending}
      actions={
        <>
          <Button onClick={onClose} disabled={clear.isPending}>
            <Trans>Cancel</Trans>
          </Button>
          <Button
            variant="primary"
            busy={clear.isPending}
            busyLabel={<Trans>Saving</Trans>}
            onClick={() => {
              setTried(true);
              if (isSaid) clear.mutate();
            }}
          >
            <Trans>Keep the finding</Trans>
          </Button>
        </>
      }
    >
      <Field label={<Trans>What was found</Trans>} error={tried && !isSaid ? t`Say what was found` : undefined}>
        <TextArea
          name="reason"
          rows={3}
          maxLength={300}
          value={reason}
          onChange={(event) => setReason(event.currentTarget.value)}
        />
      </Field>
    </Sheet>
  );
}
