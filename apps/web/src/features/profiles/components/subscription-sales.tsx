import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { Button } from '../../../components/ui/button.tsx';
import { api, keyOf, messageOf, queryOf } from '../../../lib/api.ts';
import { formatDate } from '../../../lib/format.ts';
import { languageStore } from '../../../lib/language.ts';
import { useStore } from '../../../lib/store.ts';
import { lazyPart } from '../../../lib/styles.ts';
import { toast, toastError } from '../../../lib/toast.ts';

const StopSellingSheet = lazyPart(() =>
  import('../../../components/ui/stop-selling-sheet.tsx').then((module) => module.StopSellingSheet),
);

/** Whether the creator sells subscriptions; stops the sale, and starts it again. */
export function SubscriptionSales() {
  const { t } = useLingui();
  const client = useQueryClient();
  const language = useStore(languageStore);
  const { data } = useQuery(queryOf('getSubscriptionSales'));
  const [stopping, setStopping] = useState(false);
  const sell = useMutation({
    mutationFn: () => api.sellSubscriptionsAgain(),
    onSuccess: (sales) => {
      client.setQueryData(keyOf('getSubscriptionSales'), sales);
      for (const name of ['ownData', 'getProfile'] as const) void client.invalidateQueries({ queryKey: keyOf(name) });
      toast({ title: t`You sell subscriptions again` });
    },
    onError: (error) => toastError(t`Error`, messageOf(error) ?? t`This was not saved. Please try again.`),
  });
  if (!data) return <div className="min-h-13 border-line border-b" />;
  const { stoppedAt, running, paidUntil } = data;
  return (
    <div
      data-slot="subscription-sales"
      className="flex min-h-13 flex-wrap items-center justify-between gap-x-4 gap-y-2 border-line border-b py-2"
    >
      <div className="min-w-0 flex-1">
        <p className={stoppedAt ? 'font-semibold' : 'text-muted'}>
          {stoppedAt ? <Trans>You sell no subscriptions</Trans> : <Trans>Subscriptions are on sale</Trans>}
        </p>
        {stoppedAt ? (
          <p className="mt-0.5 text-meta text-muted">
            <Trans>Stopped on {formatDate(stoppedAt, language)}.</Trans>{' '}
            {running > 0 && paidUntil ? (
              <>
                <Plural
                  value={running}
                  one="# subscriber has paid until"
                  other="# subscribers have paid, the last until"
                />{' '}
                {formatDate(paidUntil, language)}.
              </>
            ) : (
              <Trans>Nobody has paid time left.</Trans>
            )}
          </p>
        ) : null}
      </div>
      {stoppedAt ? (
        <Button
          size="sm"
          variant="bone"
          busy={sell.isPending}
          busyLabel={<Trans>Starting</Trans>}
          onClick={() => sell.mutate()}
        >
          <Trans>Sell again</Trans>
        </Button>
      ) : (
        <Button size="sm" onClick={() => setStopping(true)}>
          <Trans>Stop selling</Trans>
        </Button>
      )}
      {stopping ? (
        <Suspense>
          <StopSellingSheet running={running} paidUntil={paidUntil} onClose={() => setStopping(false)} />
        </Suspense>
      ) : null}
    </div>
  );
}
