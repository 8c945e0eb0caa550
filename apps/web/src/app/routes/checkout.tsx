import { Suspense } from 'react';
import { Checkout } from '../../features/payments/components/checkout.tsx';
import { useSearchParam } from '../../lib/router.tsx';
import { lazyPart } from '../../lib/styles.ts';
import { ScreenLoading } from '../screen-loading.tsx';

const OrderOutcome = lazyPart(() =>
  import('../../features/payments/components/order-outcome.tsx').then((module) => module.OrderOutcome),
);

/** Payment in rand: the review before, and the result after the provider's page. */
export function Route() {
  const order = useSearchParam('order');
  const packageId = useSearchParam('package');
  const purpose = useSearchParam('purpose');
  const reference = useSearchParam('reference');
  const amount = useSearchParam('amount');
  const tier = useSearchParam('tier');
  const months = useSearchParam('months');
  const code = useSearchParam('code');
  if (order)
    return (
      <Suspense fallback={<ScreenLoading />}>
        <OrderOutcome key={order} id={order} />
      </Suspense>
    );
  return (
    <Checkout
      packageId={packageId}
      purpose={purpose}
      reference={reference}
      amount={amount === null ? null : Number(amount)}
      term={{ tier: Number(tier ?? 1), months: Number(months ?? 1), code: code ?? undefined }}
    />
  );
}
