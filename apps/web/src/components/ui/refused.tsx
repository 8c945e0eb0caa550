import { Trans } from '@lingui/react/macro';
import CircleAlert from 'lucide-react/icons/circle-alert';
import { ApiError, codeOf, messageOf } from '../../lib/api.ts';
import { formatRand } from '../../lib/numbers.ts';
import { newPriceOf } from '../../lib/price-changed.ts';
import { Button } from './button.tsx';

/** Why a charge failed, beside its button; after a declined card it offers another way to pay. */
export function Refused({ error, onOtherCard }: { error: unknown; onOtherCard?: (() => void) | undefined }) {
  const price = newPriceOf(error);
  const reason = error instanceof ApiError ? error.body?.details?.reason : undefined;
  return (
    <div data-slot="refused" className="mt-3">
      <p role="alert" className="flex items-start gap-2 text-danger text-sm">
        <CircleAlert size={18} className="mt-px shrink-0" />
        {price !== null ? (
          <Trans>The price is {formatRand(price)} now. Nothing was charged.</Trans>
        ) : (
          ((typeof reason === 'string' ? reason : messageOf(error)) ?? (
            <Trans>The connection dropped. You were not charged twice; try again.</Trans>
          ))
        )}
      </p>
      {onOtherCard && codeOf(error) === 'PAYMENT_DECLINED' ? (
        <Button size="sm" className="mt-2" onClick={onOtherCard}>
          <Trans>Use another card</Trans>
        </Button>
      ) : null}
    </div>
  );
}
