import { Trans } from '@lingui/react/macro';
import { Button } from '../../../components/ui/button.tsx';
import { Field } from '../../../components/ui/field.tsx';
import { TextArea } from '../../../components/ui/text-input.tsx';

interface WriteFieldsProps {
  form: {
    field(name: 'text'): { name: string; value: string; onChange(event: { currentTarget: { value: string } }): void };
    errorOf(name: 'text'): string | undefined;
    failure: string | undefined;
    busy: boolean;
  };
}

/** What staff write to the person, and the button that sends it. */
export const WriteFields = ({ form }: WriteFieldsProps) => (
  <>
    <Field
      label={<Trans>In writing</Trans>}
      aside={<Trans>sent to the person</Trans>}
      error={form.errorOf('text') ?? form.failure}
    >
      <TextArea rows={6} maxLength={2000} {...form.field('text')} />
    </Field>
    <Button type="submit" variant="primary" busy={form.busy} busyLabel={<Trans>Sending</Trans>}>
      <Trans>Send</Trans>
    </Button>
  </>
);
