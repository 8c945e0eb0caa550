import { Trans, useLingui } from '@lingui/react/macro';
import { unlockPriceRange } from '@vlam/contract/rules/unlock-price';
import { useState } from 'react';
import { CreditInput } from '../../../components/pay/credit-field.tsx';
import { Field } from '../../../components/ui/field.tsx';
import { FormSheet } from '../../../components/ui/form-sheet.tsx';
import { useShareLabel } from '../../../components/ui/share-label.ts';
import { toast } from '../../../lib/toast.ts';
import { useFailure } from '../../../lib/use-failure.ts';
import { type TopItem, useSetContentPrice } from '../api.ts';

/** Changes the price of an own item; members who bought it keep it. */
export function PriceSheet({ item, onClose }: { item: TopItem; onClose(): void }) {
  const { t } = useLingui();
  const fail = useFailure();
  const [typed, setTyped] = useState(String(item.price));
  const [submitted, setSubmitted] = useState(false);
  const price = typed.trim() === '' ? Number.NaN : Number(typed);
  const { min, max } = unlockPriceRange;
  const isPrice = price === 0 || (Number.isInteger(price) && price >= min && price <= max);
  const shareLabel = useShareLabel();
  const save = useSetContentPrice({
    onSuccess: () => {
      toast({ title: t`Price changed` });
      onClose();
    },
    onError: fail,
  });
  return (
    <FormSheet
      onClose={onClose}
      title={<Trans>Price</Trans>}
      intro={item.title}
      busy={save.isPending}
      action={<Trans>Save price</Trans>}
      busyLabel={<Trans>Saving</Trans>}
      onSubmit={() => {
        setSubmitted(true);
        if (isPrice) save.mutate({ id: item.id, price });
      }}
    >
      <Field
        label={<Trans>Credits to unlock</Trans>}
        error={submitted && !isPrice ? t`Use 0, or a whole number from 5 to 10,000` : undefined}
        help={price === 0 ? t`At 0 it comes with a subscription only` : isPrice ? shareLabel(price) : undefined}
      >
        <CreditInput name="price" value={typed} onChange={(event) => setTyped(event.currentTarget.value)} />
      </Field>
    </FormSheet>
  );
}
