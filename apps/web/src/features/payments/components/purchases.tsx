import { Trans, useLingui } from '@lingui/react/macro';
import { infiniteQueryOptions, useInfiniteQuery } from '@tanstack/react-query';
import type { OrderState } from '@vlam/contract/payments';
import { useState } from 'react';
import { CostRow } from '../../../components/pay/cost-summary.tsx';
import { Button, buttonStyle } from '../../../components/ui/button.tsx';
import { ErrorState } from '../../../components/ui/error-state.tsx';
import { Sheet } from '../../../components/ui/sheet.tsx';
import { SheetFoot } from '../../../components/ui/sheet-foot.tsx';
import { ShowMore } from '../../../components/ui/show-more.tsx';
import { Loading, SkeletonRows } from '../../../components/ui/skeleton.tsx';
import { Tag, type TagTone } from '../../../components/ui/tag.tsx';
import { type Answer, api, codeOf, keyOf, messageOf } from '../../../lib/api.ts';
import { formatDate, formatRand, formatTime } from '../../../lib/format.ts';
import { languageStore } from '../../../lib/language.ts';
import { Link } from '../../../lib/router.tsx';
import { useStore } from '../../../lib/store.ts';
import { toast, toastError } from '../../../lib/toast.ts';
import { isPending, type Order, useLostReply, useRefund } from '../api.ts';
import { receiptUrl } from '../receipt.ts';

const ordersQuery = infiniteQueryOptions({
  queryKey: keyOf('listOrders'),
  queryFn: ({ pageParam, signal }) =>
    api.listOrders({ query: { limit: '5', ...(pageParam ? { cursor: pageParam } : {}) }, signal }),
  initialPageParam: '',
  getNextPageParam: (last: Answer<'listOrders'>) => last.nextCursor,
});

/** Payments in rand, newest first, with status, receipt and the refund of an unspent pack. */
export function Purchases() {
  const { t } = useLingui();
  const orders = useInfiniteQuery(ordersQuery);
  const [returning, setReturning] = useState<Order | null>(null);
  if (orders.error && !orders.data) return <ErrorState error={orders.error} onRetry={() => void orders.refetch()} />;
  if (!orders.data)
    return (
      <Loading label={t`Loading purchases`}>
        <SkeletonRows />
      </Loading>
    );
  const all = orders.data.pages.flatMap((page) => page.items);
  if (all.length === 0)
    return (
      <p className="py-4 text-muted">
        <Trans>Nothing bought yet. Every payment in rand appears here with its receipt.</Trans>
      </p>
    );
  return (
    <>
      <ul>
        {all.map((order) => (
          <Row key={order.id} order={order} onReturn={() => setReturning(order)} />
        ))}
      </ul>
      <ShowMore list={orders} size="sm" className="mt-3" />
      <ReturnSheet order={returning} onClose={() => setReturning(null)} />
    </>
  );
}

const tones: Record<OrderState, TagTone> = {
  created: 'warning',
  pending: 'warning',
  held: 'warning',
  paid: 'online',
  failed: 'danger',
  cancelled: 'neutral',
  refunded: 'info',
  charged_back: 'info',
};

function Row({ order, onReturn }: { order: Order; onReturn(): void }) {
  const { t } = useLingui();
  const language = useStore(languageStore);
  const { id, description, amount, status, createdAt, paidAt, receiptNumber, refundableUntil, refundRequestedAt } =
    order;
  const names: Record<OrderState, string> = {
    created: t`Not finished`,
    pending: t`Waiting`,
    held: t`Being checked`,
    paid: t`Paid`,
    failed: t`Failed`,
    cancelled: t`Cancelled`,
    refunded: t`Given back`,
    charged_back: t`Reversed`,
  };
  const at = paidAt ?? createdAt;
  const canReturn = refundRequestedAt === null && refundableUntil !== null && Date.parse(refundableUntil) > Date.now();
  return (
    <li className="flex min-h-15 flex-wrap items-center gap-x-4 gap-y-2 border-line border-t py-2.5 first:border-t-0">
      <div className="min-w-40 flex-1">
        <p className="break-words">{description}</p>
        <p className="mt-0.5 text-faint text-meta">
          <time dateTime={at}>
            {formatDate(at, language)}, {formatTime(at)}
          </time>
        </p>
      </div>
      {status !== 'paid' ? (
        <Tag tone={tones[status]}>{names[status]}</Tag>
      ) : refundRequestedAt ? (
        <Tag tone="info">
          <Trans>Being given back</Trans>
        </Tag>
      ) : null}
      <span className="num min-w-18 text-right text-[1.0625rem] sm:order-last">{formatRand(amount)}</span>
      <span className="flex basis-full gap-2 empty:hidden sm:basis-auto">
        {receiptNumber ? (
          <a
            href={receiptUrl(id)}
            target="_blank"
            rel="noopener"
            aria-label={t`Receipt of ${description}, PDF`}
            className={buttonStyle({ size: 'sm' })}
          >
            <Trans>Receipt</Trans>
          </a>
        ) : null}
        {canReturn ? (
          <Button size="sm" variant="outline" onClick={onReturn}>
            <Trans>Give back</Trans>
          </Button>
        ) : null}
        {isPending(status) ? (
          <Link to="/checkout" search={{ order: id }} className={buttonStyle({ size: 'sm' })}>
            <Trans>Check</Trans>
          </Link>
        ) : null}
      </span>
    </li>
  );
}

function ReturnSheet({ order, onClose }: { order: Order | null; onClose(): void }) {
  const { t } = useLingui();
  const language = useStore(languageStore);
  const lostReplyText = useLostReply();
  const [last, setLast] = useState(order);
  if (order && order !== last) setLast(order);
  const shown = order ?? last;
  const price = formatRand(shown?.amount ?? 0);
  const refund = useRefund({
    onSuccess: () => {
      toast({ title: t`Given back`, text: t`${price} is on its way back to your card.` });
      onClose();
    },
    onError: (error) =>
      toastError(
        t`Error`,
        codeOf(error) === 'INSUFFICIENT_CREDITS' || codeOf(error) === 'CONFLICT'
          ? t`Some of this pack is spent, so it can't be given back.`
          : (messageOf(error) ?? lostReplyText),
      ),
  });
  if (!shown) return null;
  return (
    <Sheet
      open={order !== null}
      onClose={onClose}
      locked={refund.isPending}
      title={<Trans>Give this pack back?</Trans>}
      intro={<Trans>Its credits leave your wallet, the bonus with them, and the money goes back to your card.</Trans>}
      actions={
        <SheetFoot
          onCancel={onClose}
          cancel={<Trans>Keep it</Trans>}
          action={<Trans>Get {price} back</Trans>}
          busy={refund.isPending}
          busyLabel={<Trans>Giving back</Trans>}
          onConfirm={() => refund.mutate(shown.id)}
        />
      }
    >
      <dl>
        <CostRow label={<Trans>Purchase</Trans>}>{shown.description}</CostRow>
        {shown.refundableUntil ? (
          <CostRow label={<Trans>Possible until</Trans>}>
            {formatDate(shown.refundableUntil, language)}, {formatTime(shown.refundableUntil)}
          </CostRow>
        ) : null}
      </dl>
    </Sheet>
  );
}
