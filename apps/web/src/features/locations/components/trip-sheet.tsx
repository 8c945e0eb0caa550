import { Trans, useLingui } from '@lingui/react/macro';
import { cities } from '@vlam/contract/constants';
import { travelLimits } from '@vlam/contract/rules/meeting';
import type { City } from '@vlam/contract/rules/places';
import { useState } from 'react';
import { Field } from '../../../components/ui/field.tsx';
import { FormSheet } from '../../../components/ui/form-sheet.tsx';
import { FormSummary } from '../../../components/ui/form-summary.tsx';
import { Select } from '../../../components/ui/select.tsx';
import { TextInput } from '../../../components/ui/text-input.tsx';
import { fieldErrorsOf } from '../../../lib/api.ts';
import { type FieldErrors, useForm } from '../../../lib/form.ts';
import { addDays, toJohannesburgTime } from '../../../lib/johannesburg-time.ts';
import { toast } from '../../../lib/toast.ts';
import { useFailure } from '../../../lib/use-failure.ts';
import { type TravelPlan, useSetTravel } from '../api.ts';
import { useDateFormats, useLocationMessage } from '../labels.ts';

interface TripForm {
  visitingCity: City | '';
  arrivalDate: string;
  departureDate: string;
  lookingFor: string;
}

function check(form: TripForm): FieldErrors {
  const errors: FieldErrors = {};
  if (!form.visitingCity) errors.visitingCity = 'Please choose a city';
  if (!form.arrivalDate) errors.arrivalDate = 'Please choose a date';
  if (!form.departureDate) errors.departureDate = 'Please choose a date';
  else if (form.departureDate < form.arrivalDate) errors.departureDate = 'You cannot leave before you arrive';
  return errors;
}

/** Edits the destination and dates of the member's only trip. */
export function TripSheet({
  plan,
  home,
  onClose,
}: {
  plan: TravelPlan | null;
  home: City | undefined;
  onClose(): void;
}) {
  const { t } = useLingui();
  const translate = useLocationMessage();
  const fail = useFailure();
  const dates = useDateFormats();
  const [today] = useState(() => toJohannesburgTime(new Date()).date);
  const form = useForm<TripForm>(
    () => ({
      visitingCity: plan?.visitingCity ?? '',
      arrivalDate: plan?.arrivalDate ?? '',
      departureDate: plan?.departureDate ?? '',
      lookingFor: plan?.lookingFor ?? '',
    }),
    check,
  );
  const { errors, field, values } = form;
  const save = useSetTravel({
    onSuccess: ({ plan: saved }) => {
      if (saved)
        toast({
          title: t`Trip shared`,
          text: t`${saved.visitingCity} sees you from ${dates.day(saved.arrivalDate)}.`,
        });
      onClose();
    },
    onError: (error) => {
      if (!form.refuse(fieldErrorsOf(error))) fail(error);
    },
  });
  return (
    <FormSheet
      onClose={onClose}
      title={plan ? <Trans>Change your trip</Trans> : <Trans>Plan a trip</Trans>}
      intro={<Trans>Others see the city and the days. It ends by itself at midnight after your last day.</Trans>}
      action={<Trans>Share trip</Trans>}
      busy={save.isPending}
      busyLabel={<Trans>Saving</Trans>}
      formRef={form.ref}
      onSubmit={() => {
        const { visitingCity, ...rest } = values;
        if (form.validate() && visitingCity) save.mutate({ ...rest, visitingCity, lookingFor: rest.lookingFor.trim() });
      }}
    >
      <FormSummary invalidCount={form.invalidCount} />
      <Field label={<Trans>Where to</Trans>} error={translate(errors.visitingCity)}>
        <Select
          {...field('visitingCity')}
          placeholder={t`Choose a city`}
          options={cities.filter((city) => city !== home).map((city) => ({ value: city, label: city }))}
        />
      </Field>
      <div className="grid grid-cols-2 gap-3">
        <Field label={<Trans>Arriving</Trans>} error={translate(errors.arrivalDate)}>
          <TextInput
            {...field('arrivalDate')}
            type="date"
            min={plan && plan.arrivalDate < today ? plan.arrivalDate : today}
            max={addDays(today, travelLimits.ahead)}
            required
          />
        </Field>
        <Field label={<Trans>Leaving</Trans>} error={translate(errors.departureDate)}>
          <TextInput {...field('departureDate')} type="date" min={values.arrivalDate || today} required />
        </Field>
      </div>
      <Field label={<Trans>Looking for</Trans>} aside={<Trans>Optional</Trans>}>
        <TextInput {...field('lookingFor')} maxLength={120} autoComplete="off" />
      </Field>
    </FormSheet>
  );
}
