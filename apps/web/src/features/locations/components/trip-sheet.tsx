import { Trans, useLingui } from '@lingui/react/macro';
import { cities } from '@vlam/contract/constants';
import { travelLimits } from '@vlam/contract/rules/meeting';
import type { City } from '@vlam/contract/rules/places';
import { useState } from 'react';
import { Button } from '../../../components/ui/button.tsx';
import { Field } from '../../../components/ui/field.tsx';
import { FormSummary } from '../../../components/ui/form-summary.tsx';
import { Select } from '../../../components/ui/select.tsx';
import { Sheet } from '../../../components/ui/sheet.tsx';
import { TextInput } from '../../../components/ui/text-input.tsx';
import { fieldErrorsOf } from '../../../lib/api.ts';
import { type FieldErrors, useForm } from '../../../lib/form.ts';
import { toast } from '../../../lib/toast.ts';
import { type TravelPlan, useSetTravel } from '../api.ts';
import { addDays, whenOf } from '../when.ts';
import { useFailure, useMoments, usePlaceWords } from '../words.ts';

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

/** Where to, and between which days. There is one trip at a time. */
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
  const translate = usePlaceWords();
  const fail = useFailure();
  const moments = useMoments();
  const [today] = useState(() => whenOf(new Date()).date);
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
          text: t`${saved.visitingCity} sees you from ${moments.day(saved.arrivalDate)}.`,
        });
      onClose();
    },
    onError: (error) => {
      if (!form.refuse(fieldErrorsOf(error))) fail(error);
    },
  });
  return (
    <Sheet
      open
      onClose={onClose}
      locked={save.isPending}
      title={plan ? <Trans>Change your trip</Trans> : <Trans>Plan a trip</Trans>}
      intro={<Trans>Others see the city and the days. It ends by itself at midnight after your last day.</Trans>}
      actions={
        <>
          <Button onClick={onClose} disabled={save.isPending}>
            <Trans>Cancel</Trans>
          </Button>
          <Button
            type="submit"
            form="trip-form"
            variant="primary"
            busy={save.isPending}
            busyLabel={<Trans>Saving</Trans>}
          >
            <Trans>Share trip</Trans>
          </Button>
        </>
      }
    >
      <form
        id="trip-form"
        ref={form.ref}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          const { visitingCity, ...rest } = values;
          if (form.validate() && visitingCity)
            save.mutate({ ...rest, visitingCity, lookingFor: rest.lookingFor.trim() });
        }}
        className="grid grid-cols-1 gap-5"
      >
        <FormSummary wrong={form.invalidCount} />
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
      </form>
    </Sheet>
  );
}
