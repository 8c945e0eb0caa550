import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api, keyOf, messageOf } from '../../lib/api.ts';
import { formatDate } from '../../lib/format.ts';
import { languageStore } from '../../lib/language.ts';
import { useStore } from '../../lib/store.ts';
import { toast, toastError } from '../../lib/toast.ts';
import { FormSheet } from './form-sheet.tsx';

interface StopSellingSheetProps {
  /** Fans with paid time, and until when the last of them has paid. */
  running: number;
  paidUntil: string | null;
  onClose(): void;
}

/** Asks before a creator stops selling subscriptions, and says what that means for fans. */
export function StopSellingSheet({ running, paidUntil, onClose }: StopSellingSheetProps) {
  const { t } = useLingui();
  const client = useQueryClient();
  const language = useStore(languageStore);
  const stop = useMutation({
    mutationFn: () => api.stopSellingSubscriptions(),
    onSuccess: (sales) => {
      client.setQueryData(keyOf('getSubscriptionSales'), sales);
      for (const name of ['ownData', 'getPriceRequest', 'getProfile'] as const)
        void client.invalidateQueries({ queryKey: keyOf(name) });
      toast({ title: t`You sell no subscriptions any more` });
      onClose();
    },
    onError: (error) => toastError(t`Error`, messageOf(error) ?? t`This was not saved. Please try again.`),
  });
  const until = formatDate(paidUntil ?? new Date(), language);
  return (
    <FormSheet
      onClose={onClose}
      title={<Trans>Stop selling subscriptions?</Trans>}
      intro={<Trans>From now on nobody can subscribe to you, and nobody is charged again.</Trans>}
      action={<Trans>Stop selling</Trans>}
      busyLabel={<Trans>Stopping</Trans>}
      busy={stop.isPending}
      variant="danger"
      onSubmit={() => stop.mutate()}
    >
      <ul className="grid list-disc gap-2 pl-5 text-muted text-sm">
        {running > 0 && paidUntil ? (
          <li>
            <Plural
              value={running}
              one="# subscriber keeps what they paid for, and is told once. It lasts until"
              other="# subscribers keep what they paid for, and each is told once. The last paid time ends on"
            />{' '}
            <b className="font-semibold text-ink">{until}</b>.
          </li>
        ) : null}
        <li>
          <Trans>Everything else stays: your page, what you sell for credits, tips, gifts and calls.</Trans>
        </li>
        <li>
          <Trans>You can sell again at any time. Renewals that ended start again only where a fan wants it.</Trans>
        </li>
      </ul>
    </FormSheet>
  );
}
