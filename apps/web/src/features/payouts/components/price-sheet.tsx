import { Trans, useLingui } from '@lingui/react/macro';
import { unlockPriceRange } from '@vlam/contract/rules/unlock-price';
import { useState } from 'react';
import { Field } from '../../../components/ui/field.tsx';
import { FormSheet } from '../../../components/ui/form-sheet.tsx';
import { CreditToken } from '../../../components/ui/marks.tsx';
import { useShareWords } from '../../../components/ui/share-words.ts';
import { TextInput } from '../../../components/ui/text-input.tsx';
import { messageOf } from '../../../lib/api.ts';
import { toast, toastError } from '../../../lib/toast.ts';
import { type TopItem, useSetPrice } from '../api.ts';

/** Another price for an own item; who has it keeps it. */
export function PriceSheet({ item, onClose }: { item: TopItem; onClose(): void }) {
  const { t } = useLingui();
  const [typed, setTyped] = useState(String(item.price));
  const [asked, setAsked] = useState(false);
  const price = typed.trim() === '' ? Number.NaN : Number(typed);
  const { min, max } = unlockPriceRange;
  const isPrice = price === 0 || (Number.isInteger(price) && price >= min && price <= max);
  const shareWords = useShareWords();
  const save = useSetPrice({
    onSuccess: () => {
      toast({ title: t`Price changed` });
      onClose();
    },
    onError: (error) => toastError(t`Error`, messageOf(error) ?? t`The connection dropped. Try again.`),
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
        setAsked(true);
        if (isPrice) save.mutate({ id: item.id, price });
      }}
    >
      <Field
        label={<Trans>Credits to unlock</Trans>}
        error={asked && !isPrice ? t`Use 0, or a whole number from 5 to 10,000` : undefined}
        help={price === 0 ? t`At 0 it comes with a subscription only` : isPrice ? shareWords(price) : undefined}
      >
        <TextInput
          name="price"
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
          before={<CreditToken size={18} className="text-gold" />}
          inputMode="numeric"
          maxLength={5}
          autoComplete="off"
          className="tabular-nums"
        />
      </Field>
    </FormSheet>
  );
}
