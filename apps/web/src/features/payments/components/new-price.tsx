import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { CostRow } from '../../../components/pay/cost-summary.tsx';
import { TotalRow } from '../../../components/pay/pay-with.tsx';
import { Button } from '../../../components/ui/button.tsx';
import { ErrorState } from '../../../components/ui/error-state.tsx';
import { Sheet } from '../../../components/ui/sheet.tsx';
import { Loading, SkeletonRows } from '../../../components/ui/skeleton.tsx';
import { type Answer, api, keyOf, queryOf } from '../../../lib/api.ts';
import { formatDate, formatRand } from '../../../lib/format.ts';
import { languageStore } from '../../../lib/language.ts';
import { useStore } from '../../../lib/store.ts';
import { toast } from '../../../lib/toast.ts';
import { useFailure } from '../../../lib/use-failure.ts';

type Subscription = Answer<'listSubscriptions'>[number];
type AskedSubscription = Subscription & { priceRequest: NonNullable<Subscription['priceRequest']> };

/** A creator's request for a new price: both prices, the start, and the answer. `id` is the subscription's. */
export function NewPrice({ id, onAnswered, onClose }: { id: string; onAnswered(): void; onClose(): void }) {
  const { t } = useLingui();
  const { data, error, refetch } = useQuery({ ...queryOf('listSubscriptions'), staleTime: 0 });
  const found = data?.find((each) => each.id === id);
  // After the charge the request no longer exists; the answer stays on screen until the sheet closes.
  const [answered, setAnswered] = useState<AskedSubscription | null>(null);
  const subscription = found?.priceRequest ? { ...found, priceRequest: found.priceRequest } : answered;
  if (subscription)
    return (
      <AnswerForm
        subscription={subscription}
        onAnswered={(givenAnswer) => {
          setAnswered(givenAnswer);
          onAnswered();
        }}
        onClose={onClose}
      />
    );
  return (
    <Sheet open onClose={onClose} title={<Trans>A new price</Trans>}>
      {error && !data ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : data ? (
        <p className="pb-2 text-muted">
          <Trans>Nothing is asked of you here any more. You keep the price you have.</Trans>
        </p>
      ) : (
        <Loading label={t`Loading the new price`}>
          <SkeletonRows count={2} />
        </Loading>
      )}
    </Sheet>
  );
}

interface AnswerFormProps {
  subscription: AskedSubscription;
  onAnswered(subscription: AskedSubscription): void;
  onClose(): void;
}

function AnswerForm({ subscription, onAnswered, onClose }: AnswerFormProps) {
  const { t } = useLingui();
  const fail = useFailure();
  const client = useQueryClient();
  const language = useStore(languageStore);
  const { id, creator, amount, months, expiryDate, priceRequest } = subscription;
  const days = months * 30;
  const [before, after] = [formatRand(amount), formatRand(priceRequest.amount)];
  const { answer: givenAnswer } = priceRequest;
  const answer = useMutation({
    mutationFn: (agree: boolean) =>
      api.answerNewPrice({ params: { id }, body: { amount: priceRequest.amount, agree } }),
    onSuccess: (changed, agree) => {
      onAnswered({ ...changed, priceRequest: { ...priceRequest, answer: agree ? 'agreed' : 'kept' } });
      client.setQueryData<Answer<'listSubscriptions'>>(keyOf('listSubscriptions'), (all) =>
        all?.map((each) => (each.id === id ? changed : each)),
      );
      toast({ title: agree ? t`Agreed to ${after}` : t`You keep ${before}` });
      onClose();
    },
    onError: (error) => {
      void client.invalidateQueries({ queryKey: keyOf('listSubscriptions') });
      fail(error);
    },
  });
  const busyWith = answer.isPending ? answer.variables : null;
  return (
    <Sheet
      open
      onClose={onClose}
      locked={answer.isPending}
      title={<Trans>A new price</Trans>}
      intro={<Trans>{creator.displayName} asks you to move to the price that new subscribers pay.</Trans>}
      actions={
        <>
          <Button
            size="lg"
            disabled={busyWith === true || givenAnswer === 'kept'}
            busy={busyWith === false}
            busyLabel={<Trans>Saving</Trans>}
            onClick={() => answer.mutate(false)}
          >
            <Trans>Keep {before}</Trans>
          </Button>
          <Button
            size="lg"
            variant="primary"
            disabled={busyWith === false || givenAnswer === 'agreed'}
            busy={busyWith === true}
            busyLabel={<Trans>Saving</Trans>}
            onClick={() => answer.mutate(true)}
          >
            <Trans>Agree to {after}</Trans>
          </Button>
        </>
      }
    >
      <dl>
        <CostRow label={<Trans>You pay now, every {days} days</Trans>}>{before}</CostRow>
        <TotalRow label={<Trans>New price</Trans>}>{after}</TotalRow>
        <CostRow label={<Trans>From your next renewal</Trans>}>{formatDate(expiryDate, language)}</CostRow>
      </dl>
      <p role="status" className="mt-3 font-semibold text-sm empty:hidden">
        {givenAnswer === 'agreed' ? <Trans>You agreed to it. Until then you can still keep {before}.</Trans> : null}
        {givenAnswer === 'kept' ? <Trans>You keep {before}. You can still agree.</Trans> : null}
      </p>
      <p className="mt-3 text-meta text-muted">
        <Trans>You agree to the new price from your next renewal on. What is paid already stays as it is.</Trans>{' '}
        <Trans>If you do nothing, you keep {before} for as long as you renew.</Trans>
      </p>
    </Sheet>
  );
}
