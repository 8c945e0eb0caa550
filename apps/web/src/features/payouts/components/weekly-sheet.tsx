import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { Button } from '../../../components/ui/button.tsx';
import { Field } from '../../../components/ui/field.tsx';
import { FormSheet } from '../../../components/ui/form-sheet.tsx';
import { Select } from '../../../components/ui/select.tsx';
import { TextInput } from '../../../components/ui/text-input.tsx';
import { formatRand, formatWeekday } from '../../../lib/format.ts';
import { languageStore } from '../../../lib/language.ts';
import { useStore } from '../../../lib/store.ts';
import { toast } from '../../../lib/toast.ts';
import { useFailure } from '../../../lib/use-failure.ts';
import { useEndWeekly, useSetWeekly, type WeeklyPayout } from '../api.ts';

/** A Monday. */
const monday = Date.UTC(2026, 10, 23, 12);
const mostRand = 1_000_000;

interface WeeklySheetProps {
  schedule: WeeklyPayout['schedule'];
  minimumCents: number;
  onClose(): void;
}

/** Chooses the day and the least amount of weekly payouts, or switches them off. */
export function WeeklySheet({ schedule, minimumCents, onClose }: WeeklySheetProps) {
  const { t } = useLingui();
  const language = useStore(languageStore);
  const fail = useFailure();
  const minimum = minimumCents / 100;
  const [weekday, setWeekday] = useState(String(schedule?.weekday ?? 5));
  const [typed, setTyped] = useState(String((schedule?.leastCents ?? minimumCents) / 100));
  const [submitted, setSubmitted] = useState(false);
  const least = /^\d+$/.test(typed.trim()) ? Number(typed) : Number.NaN;
  const isRight = least >= minimum && least <= mostRand;
  const done = (title: string) => ({
    onSuccess() {
      toast({ title });
      onClose();
    },
    onError: fail,
  });
  const save = useSetWeekly(done(t`Paid out every week from now on`));
  const end = useEndWeekly(done(t`Weekly payouts are off`));
  return (
    <FormSheet
      onClose={onClose}
      title={<Trans>Pay out every week</Trans>}
      intro={
        <Trans>You hear from us the day before, and once it is asked for. Each payout is checked like any other.</Trans>
      }
      busy={save.isPending || end.isPending}
      action={<Trans>Save</Trans>}
      busyLabel={<Trans>Saving</Trans>}
      onSubmit={() => {
        setSubmitted(true);
        if (isRight) save.mutate({ weekday: Number(weekday), leastCents: least * 100 });
      }}
    >
      <Field label={<Trans>Day</Trans>}>
        <Select
          name="weekday"
          value={weekday}
          onChange={(event) => setWeekday(event.currentTarget.value)}
          options={Array.from({ length: 7 }, (_, index) => ({
            value: String(index + 1),
            label: formatWeekday(new Date(monday + index * 86_400_000), language),
          }))}
        />
      </Field>
      <Field
        label={<Trans>From this amount on, in rand</Trans>}
        help={<Trans>With less, that week is left out.</Trans>}
        error={submitted && !isRight ? t`Use whole rand, ${formatRand(minimum)} or more` : undefined}
      >
        <TextInput
          name="least"
          inputMode="numeric"
          autoComplete="off"
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
          className="tabular-nums"
        />
      </Field>
      {schedule ? (
        <Button full onClick={() => end.mutate(undefined)} disabled={save.isPending}>
          <Trans>Switch weekly payouts off</Trans>
        </Button>
      ) : null}
    </FormSheet>
  );
}
