import { Trans, useLingui } from '@lingui/react/macro';
import { maxFurtherAudiences } from '@vlam/contract/messaging-creators';
import { messagePriceRange } from '@vlam/contract/rules/messaging';
import Plus from 'lucide-react/icons/plus';
import X from 'lucide-react/icons/x';
import { CreditField, creditsOf } from '../../../components/pay/credit-field.tsx';
import { Button } from '../../../components/ui/button.tsx';
import { IconButton } from '../../../components/ui/icon-button.tsx';
import { formatNumber } from '../../../lib/numbers.ts';
import { AudienceField, type ChosenAudience } from './broadcast-audience.tsx';

/** A further audience and the typed price; empty is free. */
export interface Further {
  key: number;
  audience: ChosenAudience;
  price: string;
}

/** Whether the typed price is one that can be asked. */
export function isBadFurther({ price }: Further): boolean {
  const credits = creditsOf(price);
  if (price.trim() === '') return false;
  return credits < messagePriceRange.min || credits > messagePriceRange.max;
}

interface BroadcastAlsoProps {
  further: readonly Further[];
  /** Prices are asked only for media. */
  hasMedia: boolean;
  onChange(further: Further[]): void;
}

/** Further audiences of a broadcast, each with its own price. */
export function BroadcastAlso({ further, hasMedia, onChange }: BroadcastAlsoProps) {
  const { t } = useLingui();
  const { min, max } = messagePriceRange;
  const put = (next: Further) => onChange(further.map((one) => (one.key === next.key ? next : one)));
  return (
    <div className="grid gap-4">
      {further.map((one) => (
        <div key={one.key} className="grid gap-3 rounded-md bg-surface-1 p-4">
          <div className="flex items-start gap-1">
            <div className="min-w-0 flex-1">
              <AudienceField
                label={<Trans>Also to</Trans>}
                name={`also-${one.key}`}
                value={one.audience}
                onChange={(audience) => put({ ...one, audience })}
              />
            </div>
            <IconButton
              className="-mt-2 -mr-2"
              label={t`Leave them out`}
              onClick={() => onChange(further.filter(({ key }) => key !== one.key))}
            >
              <X size={20} />
            </IconButton>
          </div>
          {hasMedia ? (
            <CreditField
              name={`also-price-${one.key}`}
              label={<Trans>Their price</Trans>}
              range={messagePriceRange}
              value={one.price}
              onChange={(price) => put({ ...one, price })}
              help={t`Empty sends it for free`}
              error={isBadFurther(one) ? t`${min} to ${formatNumber(max)} credits` : undefined}
            />
          ) : null}
        </div>
      ))}
      {further.length < maxFurtherAudiences ? (
        <Button
          size="sm"
          className="w-fit"
          icon={<Plus size={18} />}
          onClick={() => {
            const key = (further.at(-1)?.key ?? 0) + 1;
            onChange([...further, { key, audience: { kind: 'followers' }, price: '' }]);
          }}
        >
          {hasMedia ? <Trans>Add people at another price</Trans> : <Trans>Add more people</Trans>}
        </Button>
      ) : null}
      {further.length > 0 ? (
        <p className="text-faint text-meta">
          <Trans>Who is in several groups gets it once, at the lowest price.</Trans>
        </p>
      ) : null}
    </div>
  );
}
