import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useId, useState } from 'react';
import { Field } from '../../../components/ui/field.tsx';
import { Select } from '../../../components/ui/select.tsx';
import { Sheet } from '../../../components/ui/sheet.tsx';
import { SheetFoot } from '../../../components/ui/sheet-foot.tsx';
import { TextInput } from '../../../components/ui/text-input.tsx';
import { messageOf } from '../../../lib/api.ts';
import { useForm } from '../../../lib/form.ts';
import { toast, toastError } from '../../../lib/toast.ts';
import { type Limits, useSetLimits } from '../api.ts';
import { checkLimits, coolOffChoices, type LimitsForm, limitCents, toLimitsForm } from '../limits-form.ts';

interface LimitsSheetProps {
  limits: Limits;
  open: boolean;
  onClose(): void;
}

/** Sets the limits and starts a break. A break cannot be undone, so the button names it. */
export function LimitsSheet({ limits, open, onClose }: LimitsSheetProps) {
  const formId = useId();
  const { t } = useLingui();
  const [days, setDays] = useState(0);
  const save = useSetLimits({
    onSuccess: ({ pending }) => {
      toast({
        title: t`Saved`,
        text: pending ? t`What you raised begins a day from now.` : t`Your limits hold from now.`,
      });
      onClose();
    },
    onError: (error) => toastError(t`Error`, messageOf(error) ?? t`Your limits could not be saved. Please try again.`),
  });
  return (
    <Sheet
      open={open}
      onClose={onClose}
      locked={save.isPending}
      title={<Trans>Spending limits</Trans>}
      intro={<Trans>Lower limits apply now, higher ones after 24 hours.</Trans>}
      actions={
        <SheetFoot
          onCancel={onClose}
          action={
            days > 0 ? (
              <span>
                <Trans>Save and buy nothing for</Trans> <Plural value={days} one="# day" other="# days" />
              </span>
            ) : (
              <Trans>Save</Trans>
            )
          }
          form={formId}
          busy={save.isPending}
          busyLabel={<Trans>Saving</Trans>}
        />
      }
    >
      <LimitsFields id={formId} limits={limits} onDays={setDays} onSend={save.mutate} />
    </Sheet>
  );
}

type Body = Parameters<ReturnType<typeof useSetLimits>['mutate']>[0];
interface LimitsFieldsProps {
  id: string;
  limits: Limits;
  onDays(days: number): void;
  onSend(body: Body): void;
}

function LimitsFields({ id, limits, onDays, onSend }: LimitsFieldsProps) {
  const { t } = useLingui();
  const messages = {
    amount: t`Use whole rand, or leave it empty for no limit`,
    order: t`A day can't be more than its month`,
  };
  const check = (values: LimitsForm) =>
    Object.fromEntries(Object.entries(checkLimits(values)).map(([field, problem]) => [field, messages[problem]]));
  const form = useForm<LimitsForm>(() => toLimitsForm(limits), check);
  const { daily, monthly, coolOffDays } = form.values;
  const send = () => {
    if (!form.validate()) return;
    const days = Number(coolOffDays);
    onSend({
      dailyCents: limitCents(daily) ?? null,
      monthlyCents: limitCents(monthly) ?? null,
      ...(days > 0 ? { coolOffDays: days } : {}),
    });
  };
  return (
    <form
      id={id}
      ref={form.ref}
      noValidate
      className="grid gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      <Field label={<Trans>Most in a day</Trans>} error={form.errors.daily} help={<Trans>Empty: no limit</Trans>}>
        <TextInput {...form.field('daily')} before="R" inputMode="decimal" autoComplete="off" maxLength={10} />
      </Field>
      <Field label={<Trans>Most in a month</Trans>} error={form.errors.monthly} help={<Trans>Empty: no limit</Trans>}>
        <TextInput {...form.field('monthly')} before="R" inputMode="decimal" autoComplete="off" maxLength={10} />
      </Field>
      <Field
        label={<Trans>Take a break</Trans>}
        help={<Trans>Nothing can be bought until it is over, credits spent neither. It cannot be shortened.</Trans>}
      >
        <Select
          name="coolOffDays"
          value={coolOffDays}
          onChange={(event) => {
            form.set('coolOffDays', event.target.value);
            onDays(Number(event.target.value));
          }}
          options={coolOffChoices.map((days) => ({
            value: String(days),
            label: days === 0 ? t`No break` : days === 1 ? t`1 day` : t`${days} days`,
          }))}
        />
      </Field>
    </form>
  );
}
