import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import CircleAlert from 'lucide-react/icons/circle-alert';
import { Button } from '../../../components/ui/button.tsx';
import { queryOf } from '../../../lib/api.ts';
import { goToCheckout } from '../../../lib/checkout.ts';
import { formatRand } from '../../../lib/format.ts';

/** Explains that a debt blocks purchases, with a link to settle it; renders nothing without a debt. */
export function Owed() {
  const { data } = useQuery(queryOf('getSpendingLimits'));
  if (!data || data.owedCents === 0) return null;
  const owed = formatRand(data.owedCents / 100);
  return (
    <section role="status" className="mb-6 flex flex-wrap items-center gap-4 rounded-md bg-warning-soft px-4 py-4">
      <CircleAlert className="text-warning" size={20} strokeWidth={1.75} />
      <p className="min-w-0 flex-1 basis-60 text-sm">
        <b className="block font-semibold">
          <Trans>You owe {owed}</Trans>
        </b>
        <Trans>Your bank took a payment back after some of it was spent. You can buy again once this is settled.</Trans>
      </p>
      <Button size="sm" variant="bone" onClick={() => goToCheckout({ purpose: 'debt', reference: '' })}>
        <Trans>Settle {owed}</Trans>
      </Button>
    </section>
  );
}
