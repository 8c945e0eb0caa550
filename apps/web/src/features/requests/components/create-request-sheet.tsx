import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import type { RequestOffer } from '@vlam/contract/request-terms';
import { exclusivePremiumPercent, exclusivePrice } from '@vlam/contract/rules/exclusive-price';
import { requestedShowAheadMs } from '@vlam/contract/rules/requests';
import { useState } from 'react';
import { CostRow, CostSummary } from '../../../components/pay/cost-summary.tsx';
import { CreditInput } from '../../../components/pay/credit-field.tsx';
import { Switch } from '../../../components/ui/choice.tsx';
import { CreatorPicker, type PickedCreator } from '../../../components/ui/creator-picker.tsx';
import { DateTimeFields } from '../../../components/ui/date-time-fields.tsx';
import { Field } from '../../../components/ui/field.tsx';
import { FormSheet } from '../../../components/ui/form-sheet.tsx';
import { FormSummary } from '../../../components/ui/form-summary.tsx';
import { Select } from '../../../components/ui/select.tsx';
import { TextArea, TextInput } from '../../../components/ui/text-input.tsx';
import { codeOf, fieldErrorsOf, messageOf, queryOf } from '../../../lib/api.ts';
import { useBalance } from '../../../lib/balance.ts';
import { useForm } from '../../../lib/form.ts';
import { go } from '../../../lib/router.tsx';
import { toast, toastError } from '../../../lib/toast.ts';
import { useCreateRequest } from '../api.ts';
import { useOptions, useRequestMessage } from '../form-messages.ts';
import { deadlineLabels, requestTypeLabels } from '../labels.ts';
import {
  checkRequestForm,
  emptyRequestForm,
  maxDescriptionLength,
  maxTitleLength,
  parsePrice,
} from '../request-form.ts';
import { OfferRows } from './offer-rows.tsx';

interface CreateRequestSheetProps {
  creator: PickedCreator | null;
  open: boolean;
  onClose(): void;
}

/** Creates a request to a creator. The offered credits are held until it is delivered or ends. */
export function CreateRequestSheet({ creator, open, onClose }: CreateRequestSheetProps) {
  const { t } = useLingui();
  const translate = useRequestMessage();
  const balance = useBalance();
  const [to, setTo] = useState(creator);
  const form = useForm(() => emptyRequestForm(creator), checkRequestForm);
  const { values, errors, field } = form;
  const offer = parsePrice(values.offeredPrice);
  const isShow = values.contentType === 'live_show';
  const isExclusive = values.isExclusive && !isShow;
  const total = exclusivePrice(offer, isExclusive);
  const cannotAfford = balance !== undefined && balance < total;
  const { data: terms } = useQuery({
    ...queryOf('getRequestTerms', { params: { id: values.creatorId } }),
    enabled: values.creatorId !== '',
    staleTime: 0,
  });
  const chosen = terms?.offers.find(({ id }) => id === values.offerId) ?? null;
  const isUnderMinimum = !chosen && terms !== undefined && offer > 0 && offer < terms.minimum;
  const isClosed = terms?.mayRequest === false;
  const choose = (picked: RequestOffer | null) => {
    form.set('offerId', picked?.id ?? null);
    if (!picked) return;
    form.set('title', picked.title);
    form.set('contentType', picked.contentType);
    form.set('offeredPrice', String(picked.credits));
  };
  const insufficientText = t`You need ${total} credits to send this request.`;
  const send = useCreateRequest({
    onSuccess: ({ request }) => {
      toast({ title: t`Request Sent!`, text: t`${request.creator.displayName} has it now.` });
      onClose();
    },
    onError: (error) => {
      if (codeOf(error) === 'INSUFFICIENT_CREDITS') return toastError(t`Insufficient Credits`, insufficientText);
      if (codeOf(error) === 'VIP_REQUIRED')
        return toastError(t`Request Failed`, t`Custom requests come with Diamond.`, {
          label: t`See VIP`,
          act: () => go({ to: '/vip' }),
        });
      if (form.refuse(fieldErrorsOf(error))) return;
      const serverMessage = codeOf(error) === 'INTERNAL' ? undefined : messageOf(error);
      toastError(t`Request Failed`, serverMessage ?? t`Failed to send request. Please try again.`);
    },
  });
  const types = useOptions(requestTypeLabels);
  const deadlines = useOptions(deadlineLabels);
  return (
    <FormSheet
      open={open}
      onClose={onClose}
      title={<Trans>Make Request</Trans>}
      busy={send.isPending}
      disabled={cannotAfford || isUnderMinimum || isClosed}
      action={total > 0 ? t`Send, holding ${total} credits` : t`Send`}
      busyLabel={<Trans>Sending</Trans>}
      formRef={form.ref}
      onSubmit={() => {
        if (form.validate()) send.mutate(values);
      }}
    >
      <FormSummary invalidCount={form.invalidCount} />
      <CreatorPicker
        label={<Trans>Creator</Trans>}
        value={to}
        error={translate(errors.creatorId)}
        onChange={(picked) => {
          setTo(picked);
          form.set('creatorId', picked?.id ?? '');
          form.set('offerId', null);
        }}
      />
      {isClosed ? (
        <p role="status" className="text-muted text-sm">
          {terms.openTo === 'subscribers' ? (
            <Trans>This creator takes requests from subscribers and Diamond members.</Trans>
          ) : (
            <Trans>This creator takes requests from Diamond members.</Trans>
          )}
        </p>
      ) : null}
      {terms && terms.offers.length > 0 ? (
        <OfferRows offers={terms.offers} chosen={values.offerId} onChoose={choose} />
      ) : null}
      <Field
        label={<Trans>Title</Trans>}
        aside={`${values.title.length} / ${maxTitleLength}`}
        error={translate(errors.title)}
      >
        <TextInput
          {...field('title')}
          maxLength={maxTitleLength}
          autoComplete="off"
          readOnly={chosen !== null}
          required
        />
      </Field>
      <Field
        label={<Trans>Description</Trans>}
        aside={`${values.description.length} / ${maxDescriptionLength}`}
        error={translate(errors.description)}
        help={t`Mood, place, light. Creators decline what crosses their line.`}
      >
        <TextArea {...field('description')} rows={4} maxLength={maxDescriptionLength} required />
      </Field>
      <div hidden={chosen !== null} className={isShow || chosen ? undefined : 'grid gap-5 xs:grid-cols-2 xs:gap-3'}>
        <Field label={<Trans>Type</Trans>} error={translate(errors.contentType)}>
          <Select {...field('contentType')} options={types} />
        </Field>
        {isShow ? null : (
          <Field label={<Trans>Deadline</Trans>}>
            <Select {...field('deadline')} options={deadlines} />
          </Field>
        )}
      </div>
      {isShow ? (
        <DateTimeFields
          value={values.showAt}
          onChange={(showAt) => form.set('showAt', showAt)}
          daysAhead={requestedShowAheadMs.most / 86_400_000}
          error={translate(errors.showAt)}
        />
      ) : null}
      <Field
        label={chosen ? <Trans>Price</Trans> : <Trans>Your offer</Trans>}
        error={
          translate(errors.offeredPrice) ??
          (isUnderMinimum ? t`This creator takes requests from ${terms.minimum} credits` : undefined)
        }
        help={
          chosen
            ? t`Delivered within ${chosen.days} days of today`
            : terms
              ? t`In credits, from ${terms.minimum}`
              : t`In credits`
        }
      >
        <CreditInput {...field('offeredPrice')} readOnly={chosen !== null} required />
      </Field>
      {isShow ? null : (
        <Switch
          checked={values.isExclusive}
          onChange={(on) => form.set('isExclusive', on)}
          label={<Trans>Exclusive</Trans>}
          description={
            <Trans>Made for you and sold to nobody else. Adds {exclusivePremiumPercent}% to the price.</Trans>
          }
        />
      )}
      {total > 0 ? (
        <CostSummary
          price={total}
          balance={balance}
          insufficientText={insufficientText}
          priceLabel={<Trans>Held until delivered</Trans>}
        >
          {isExclusive ? (
            <>
              <CostRow label={<Trans>Your offer</Trans>}>{t`${offer} credits`}</CostRow>
              <CostRow label={<Trans>Exclusive, +{exclusivePremiumPercent}%</Trans>}>
                {t`${total - offer} credits`}
              </CostRow>
            </>
          ) : null}
        </CostSummary>
      ) : null}
      <p className="text-faint text-meta">
        {isShow ? (
          <Trans>
            A private show, for you alone. The credits wait in safekeeping. They come back when the creator declines, or
            when the show does not take place or breaks off early.
          </Trans>
        ) : (
          <Trans>
            The credits wait in safekeeping. They come back when the creator declines, when you withdraw, or 48 hours
            after a missed deadline.
          </Trans>
        )}
      </p>
    </FormSheet>
  );
}
