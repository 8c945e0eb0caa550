import { Trans, useLingui } from '@lingui/react/macro';
import { creatorPriceRange } from '@vlam/contract/rules/split';
import { tipMenuText } from '@vlam/contract/rules/tip-menu';
import { useState } from 'react';
import { CreditField, creditsOf } from '../../../components/pay/credit-field.tsx';
import { Button } from '../../../components/ui/button.tsx';
import { Field } from '../../../components/ui/field.tsx';
import { FormSheet } from '../../../components/ui/form-sheet.tsx';
import { TextArea, TextInput } from '../../../components/ui/text-input.tsx';
import { type MenuItem, useRemoveMenuItem, useSaveMenuItem } from './tip-menu-api.ts';

/** Adds or changes an item of the tip menu. */
export function TipMenuSheet({ item, onClose }: { item: MenuItem | null; onClose(): void }) {
  const { t } = useLingui();
  const [name, setName] = useState(item?.name ?? '');
  const [description, setDescription] = useState(item?.description ?? '');
  const [price, setPrice] = useState(item ? String(item.credits) : '');
  const save = useSaveMenuItem(item?.id ?? null, onClose);
  const remove = useRemoveMenuItem(onClose);
  const credits = creditsOf(price);
  const isPriced = credits >= creatorPriceRange.min && credits <= creatorPriceRange.max;
  return (
    <FormSheet
      title={item ? <Trans>Change the item</Trans> : <Trans>New on the menu</Trans>}
      onClose={onClose}
      action={<Trans>Save</Trans>}
      busyLabel={<Trans>Saving</Trans>}
      busy={save.isPending || remove.isPending}
      disabled={name.trim().length < 2 || !isPriced}
      onSubmit={() => save.mutate({ name: name.trim(), description: description.trim(), credits })}
    >
      <Field label={<Trans>What the tip is for</Trans>}>
        <TextInput
          name="name"
          maxLength={tipMenuText.name}
          autoComplete="off"
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
        />
      </Field>
      <Field label={<Trans>More about it, if you like</Trans>}>
        <TextArea
          name="description"
          rows={2}
          maxLength={tipMenuText.description}
          value={description}
          onChange={(event) => setDescription(event.currentTarget.value)}
          className="min-h-0!"
        />
      </Field>
      <CreditField
        name="credits"
        label={<Trans>Price</Trans>}
        range={creatorPriceRange}
        value={price}
        onChange={setPrice}
        error={price !== '' && !isPriced ? t`From 5 to 10,000 credits` : undefined}
      />
      {item ? (
        <Button size="sm" variant="ghost" className="justify-self-start" onClick={() => remove.mutate(item.id)}>
          <Trans>Take it off the menu</Trans>
        </Button>
      ) : null}
    </FormSheet>
  );
}
