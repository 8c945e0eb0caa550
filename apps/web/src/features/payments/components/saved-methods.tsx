import { Trans, useLingui } from '@lingui/react/macro';
import CreditCard from 'lucide-react/icons/credit-card';
import { useState } from 'react';
import { MethodName, type PaymentMethod, usePaymentMethods } from '../../../components/pay/pay-with.tsx';
import { Button } from '../../../components/ui/button.tsx';
import { ErrorState } from '../../../components/ui/error-state.tsx';
import { Sheet } from '../../../components/ui/sheet.tsx';
import { SheetFoot } from '../../../components/ui/sheet-foot.tsx';
import { Loading, Skeleton } from '../../../components/ui/skeleton.tsx';
import { goToCheckout } from '../../../lib/checkout.ts';
import { toast, toastError } from '../../../lib/toast.ts';
import { useRemoveMethod } from '../api.ts';

/** The member's saved cards, with brand and last four digits; each can be removed. */
export function SavedMethods() {
  const { t } = useLingui();
  const { data, error, refetch } = usePaymentMethods();
  const [removing, setRemoving] = useState<PaymentMethod | null>(null);
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data)
    return (
      <Loading label={t`Loading saved cards`}>
        <Skeleton className="h-15 rounded-md" />
      </Loading>
    );
  return (
    <>
      {data.length === 0 ? (
        <p className="py-4 text-muted">
          <Trans>No card saved. You can keep one the next time you pay.</Trans>
        </p>
      ) : (
        <ul>
          {data.map((method) => (
            <li
              key={method.id}
              className="flex min-h-15 items-center gap-3.5 border-line border-t py-1.5 first:border-t-0"
            >
              <CreditCard size={20} strokeWidth={1.75} className="shrink-0 text-muted" />
              <div className="min-w-0 flex-1">
                <p>
                  <MethodName method={method} />
                </p>
                <p className="mt-0.5 text-faint text-meta">
                  {method.brand}
                  {method.expiresOn ? (
                    <>
                      {' · '}
                      <Trans>until {formatExpiry(method.expiresOn)}</Trans>
                    </>
                  ) : null}
                </p>
              </div>
              <Button
                size="sm"
                variant="ghost"
                aria-label={t`Remove the card ending ${method.lastFour}`}
                onClick={() => setRemoving(method)}
              >
                <Trans>Remove</Trans>
              </Button>
            </li>
          ))}
        </ul>
      )}
      <Button size="sm" className="mt-3" onClick={() => goToCheckout({ purpose: 'method', reference: '' })}>
        <Trans>Add a card</Trans>
      </Button>
      <RemoveSheet method={removing} onClose={() => setRemoving(null)} />
    </>
  );
}

/** `09/28` of `2028-09-30`. */
const formatExpiry = (date: string) => `${date.slice(5, 7)}/${date.slice(2, 4)}`;

function RemoveSheet({ method, onClose }: { method: PaymentMethod | null; onClose(): void }) {
  const { t } = useLingui();
  const remove = useRemoveMethod({
    onSuccess: () => {
      toast({ title: t`Card removed` });
      onClose();
    },
    onError: () => toastError(t`Error`, t`The card could not be removed. Please try again.`),
  });
  return (
    <Sheet
      open={method !== null}
      onClose={onClose}
      locked={remove.isPending}
      title={<Trans>Remove this card?</Trans>}
      intro={
        <Trans>Subscriptions and memberships paid with it won't renew. What is paid stays yours to its end.</Trans>
      }
      actions={
        <SheetFoot
          onCancel={onClose}
          action={<Trans>Remove the card ending {method?.lastFour}</Trans>}
          variant="danger"
          busy={remove.isPending}
          busyLabel={<Trans>Removing</Trans>}
          onConfirm={() => method && remove.mutate(method.id)}
        />
      }
    />
  );
}
