import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { Button } from '../../../components/ui/button.tsx';
import { Field } from '../../../components/ui/field.tsx';
import { TextArea } from '../../../components/ui/text-input.tsx';
import { api, keyOf, queryOf } from '../../../lib/api.ts';
import { toast } from '../../../lib/toast.ts';
import { useFailure } from '../../../lib/use-failure.ts';

/** Who the monthly report is mailed to when it is closed. */
export function RecipientsForm() {
  const { t } = useLingui();
  const fail = useFailure();
  const client = useQueryClient();
  const { data } = useQuery(queryOf('listPeriodReports'));
  const [typed, setTyped] = useState<string | null>(null);
  const save = useMutation({
    mutationFn: () =>
      api.setReportRecipients({ body: { recipients: (typed ?? '').split(/[\s,;]+/).filter((each) => each !== '') } }),
    onSuccess() {
      setTyped(null);
      toast({ title: t`Saved` });
      void client.invalidateQueries({ queryKey: keyOf('listPeriodReports') });
    },
    onError: fail,
  });
  if (!data) return null;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (typed !== null && !save.isPending) save.mutate();
  };
  return (
    <form noValidate onSubmit={submit} className="mt-10 max-w-[520px] border-line border-t pt-6">
      <Field
        label={<Trans>The monthly report is mailed to</Trans>}
        help={<Trans>One address a line. It goes out also when every figure is zero.</Trans>}
      >
        <TextArea
          name="recipients"
          rows={2}
          value={typed ?? data.recipients.join('\n')}
          onChange={(event) => setTyped(event.currentTarget.value)}
          autoComplete="off"
          spellCheck={false}
        />
      </Field>
      <Button
        type="submit"
        className="mt-3"
        disabled={typed === null}
        busy={save.isPending}
        busyLabel={<Trans>Saving</Trans>}
      >
        <Trans>Save</Trans>
      </Button>
    </form>
  );
}
