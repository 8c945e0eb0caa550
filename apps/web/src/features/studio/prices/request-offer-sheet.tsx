import { Trans, useLingui } from '@lingui/react/macro';
import type { RequestOffer } from '@vlam/contract/request-terms';
import { requestOfferDays, requestOfferText } from '@vlam/contract/rules/request-terms';
import { creatorPriceRange } from '@vlam/contract/rules/split';
import { useState } from 'react';
import { CreditField, creditsOf } from '../../../components/pay/credit-field.tsx';
import { Button } from '../../../components/ui/button.tsx';
import { Segment } from '../../../components/ui/choice.tsx';
import { Field } from '../../../components/ui/field.tsx';
import { FormSheet } from '../../../components/ui/form-sheet.tsx';
import { TextArea, TextInput } from '../../../components/ui/text-input.tsx';

interface RequestOfferSheetProps {
  /** Null for a new one. */
  offer: RequestOffer | null;
  busy: boolean;
  onSave(offer: Omit<RequestOffer, 'id'> & { id?: string }): void;
  onRemove: (() => void) | null;
  onClose(): void;
}

/** Something a creator offers to make: what, for how much, and within how many days. */
export function RequestOfferSheet({ offer, busy, onSave, onRemove, onClose }: RequestOfferSheetProps) {
  const { t } = useLingui();
  const [title, setTitle] = useState(offer?.title ?? '');
  const [delivers, setDelivers] = useState(offer?.delivers ?? '');
  const [contentType, setContentType] = useState<RequestOffer['contentType']>(offer?.contentType ?? 'photo');
  const [price, setPrice] = useState(offer ? String(offer.credits) : '');
  const [within, setWithin] = useState(String(offer?.days ?? 7));
  const credits = creditsOf(price);
  const isPriced = credits >= creatorPriceRange.min && credits <= creatorPriceRange.max;
  const days = creditsOf(within);
  const isDays = days >= requestOfferDays.min && days <= requestOfferDays.max;
  return (
    <FormSheet
      title={offer ? <Trans>Change the offer</Trans> : <Trans>New on the menu</Trans>}
      onClose={onClose}
      action={<Trans>Save</Trans>}
      busyLabel={<Trans>Saving</Trans>}
      busy={busy}
      disabled={title.trim().length < 2 || !delivers.trim() || !isPriced || !isDays}
      onSubmit={() =>
        onSave({
          ...(offer ? { id: offer.id } : {}),
          ...{ title: title.trim(), delivers: delivers.trim(), contentType, credits, days },
        })
      }
    >
      <Field label={<Trans>Title</Trans>}>
        <TextInput
          name="title"
          maxLength={requestOfferText.title}
          autoComplete="off"
          value={title}
          onChange={(event) => setTitle(event.currentTarget.value)}
        />
      </Field>
      <Field label={<Trans>What they get</Trans>}>
        <TextArea
          name="delivers"
          rows={2}
          maxLength={requestOfferText.delivers}
          value={delivers}
          onChange={(event) => setDelivers(event.currentTarget.value)}
          className="min-h-0!"
        />
      </Field>
      <Segment
        label={t`Type`}
        options={[
          { value: 'photo', label: <Trans>Photo</Trans> },
          { value: 'video', label: <Trans>Video</Trans> },
        ]}
        value={contentType}
        onChange={setContentType}
      />
      <CreditField
        name="credits"
        label={<Trans>Price</Trans>}
        range={creatorPriceRange}
        value={price}
        onChange={setPrice}
        error={price !== '' && !isPriced ? t`From 5 to 10,000 credits` : undefined}
      />
      <Field
        label={<Trans>Delivered within</Trans>}
        aside={<Trans>days</Trans>}
        error={isDays ? undefined : <Trans>A whole number from 1 to {requestOfferDays.max}</Trans>}
      >
        <TextInput
          name="days"
          inputMode="numeric"
          maxLength={2}
          value={within}
          onChange={(event) => setWithin(event.currentTarget.value)}
        />
      </Field>
      {onRemove ? (
        <Button size="sm" variant="ghost" className="justify-self-start" onClick={onRemove}>
          <Trans>Take it off the menu</Trans>
        </Button>
      ) : null}
    </FormSheet>
  );
}
