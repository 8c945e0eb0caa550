import { Trans, useLingui } from '@lingui/react/macro';
import { cities } from '@vlam/contract/constants';
import { eventCategories } from '@vlam/contract/rules/meeting';
import { useState } from 'react';
import { Field } from '../../../components/ui/field.tsx';
import { FormSheet } from '../../../components/ui/form-sheet.tsx';
import { FormSummary } from '../../../components/ui/form-summary.tsx';
import { Select } from '../../../components/ui/select.tsx';
import { TextArea, TextInput } from '../../../components/ui/text-input.tsx';
import { fieldErrorsOf } from '../../../lib/api.ts';
import { deleteDraft, readDraft, useDraft } from '../../../lib/draft.ts';
import { useForm } from '../../../lib/form.ts';
import { addDays, toJohannesburgTime } from '../../../lib/johannesburg-time.ts';
import { toast } from '../../../lib/toast.ts';
import { useFailure } from '../../../lib/use-failure.ts';
import { type EventView, useCreateEvent } from '../api.ts';
import { checkEventForm, emptyEventForm, toFormFields, toNewEvent } from '../event-form.ts';
import { eventCategoryLabels, useDateFormats, useLocationMessage } from '../labels.ts';

const draft = 'event';

/** Creates an event. The draft stays in this tab until it is sent. */
export function CreateEventSheet({ onClose, onCreated }: { onClose(): void; onCreated(event: EventView): void }) {
  const { t, i18n } = useLingui();
  const translate = useLocationMessage();
  const fail = useFailure();
  const dates = useDateFormats();
  const [now] = useState(() => new Date());
  const form = useForm(
    () => readDraft(draft, emptyEventForm),
    (values) => checkEventForm(values, now),
  );
  useDraft(draft, form.values);
  const { errors, field, values } = form;
  const today = toJohannesburgTime(now).date;
  const create = useCreateEvent({
    onSuccess: (event) => {
      deleteDraft(draft);
      toast({ title: t`Your event is on the list`, text: dates.full(event.startsAt) });
      onCreated(event);
    },
    onError: (error) => {
      if (!form.refuse(toFormFields(fieldErrorsOf(error)))) fail(error);
    },
  });
  return (
    <FormSheet
      onClose={onClose}
      title={<Trans>Create Event</Trans>}
      intro={<Trans>Somewhere public works best. Everybody who comes sees your name.</Trans>}
      action={<Trans>Announce event</Trans>}
      busy={create.isPending}
      busyLabel={<Trans>Announcing</Trans>}
      formRef={form.ref}
      onSubmit={() => {
        const made = form.validate() ? toNewEvent(values) : null;
        if (made) create.mutate(made);
      }}
    >
      <FormSummary invalidCount={form.invalidCount} />
      <Field label={<Trans>Title</Trans>} error={translate(errors.title)}>
        <TextInput {...field('title')} maxLength={100} autoComplete="off" required />
      </Field>
      <Field
        label={<Trans>What happens</Trans>}
        aside={`${values.description.length} / 1000`}
        error={translate(errors.description)}
      >
        <TextArea {...field('description')} rows={4} maxLength={1_000} required />
      </Field>
      <div className="grid gap-5 xs:grid-cols-2 xs:gap-3">
        <Field label={<Trans>City</Trans>} error={translate(errors.city)}>
          <Select
            {...field('city')}
            placeholder={t`Choose a city`}
            options={cities.map((city) => ({ value: city, label: city }))}
          />
        </Field>
        <Field label={<Trans>Category</Trans>} error={translate(errors.category)}>
          <Select
            {...field('category')}
            placeholder={t`Choose one`}
            options={eventCategories.map((value) => ({ value, label: i18n._(eventCategoryLabels[value]) }))}
          />
        </Field>
      </div>
      <Field label={<Trans>Venue</Trans>} error={translate(errors.venue)}>
        <TextInput {...field('venue')} maxLength={100} autoComplete="off" required />
      </Field>
      <Field label={<Trans>Address</Trans>} aside={<Trans>Optional</Trans>} error={translate(errors.address)}>
        <TextInput {...field('address')} maxLength={200} autoComplete="off" />
      </Field>
      <div className="grid grid-cols-2 gap-3">
        <Field label={<Trans>Date</Trans>} error={translate(errors.date)}>
          <TextInput {...field('date')} type="date" min={today} max={addDays(today, 365)} required />
        </Field>
        <Field label={<Trans>Time</Trans>} error={translate(errors.time)}>
          <TextInput {...field('time')} type="time" required />
        </Field>
      </div>
      <div className="grid grid-cols-2 gap-3 sm:grid-cols-3">
        <Field label={<Trans>Places</Trans>} error={translate(errors.maxAttendees)}>
          <TextInput {...field('maxAttendees')} inputMode="numeric" maxLength={4} className="tabular-nums" />
        </Field>
        <Field label={<Trans>Age from</Trans>} error={translate(errors.minimumAge)}>
          <TextInput {...field('minimumAge')} inputMode="numeric" maxLength={2} className="tabular-nums" />
        </Field>
        <Field
          label={<Trans>Entrance</Trans>}
          error={translate(errors.price)}
          className="max-sm:col-span-2"
          help={<Trans>At the door; empty is free.</Trans>}
        >
          <TextInput {...field('price')} before="R" inputMode="decimal" maxLength={9} className="tabular-nums" />
        </Field>
      </div>
      <Field label={<Trans>Dress code</Trans>} aside={<Trans>Optional</Trans>}>
        <TextInput {...field('dresscode')} maxLength={80} autoComplete="off" />
      </Field>
    </FormSheet>
  );
}
