import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type OperatorFact, operatorFacts } from '@vlam/contract/rules/legal';
import { type FormEvent, useState } from 'react';
import { Button } from '../../../components/ui/button.tsx';
import { ErrorState } from '../../../components/ui/error-state.tsx';
import { Field } from '../../../components/ui/field.tsx';
import { Loading, SkeletonRows } from '../../../components/ui/skeleton.tsx';
import { TextArea } from '../../../components/ui/text-input.tsx';
import { api, keyOf, queryOf } from '../../../lib/api.ts';
import { toast } from '../../../lib/toast.ts';
import { useFailure } from '../../../lib/use-failure.ts';
import { factLabels } from '../labels.ts';

/** What the operator says of itself on the legal pages. */
export function FactsForm() {
  const { t, i18n } = useLingui();
  const fail = useFailure();
  const client = useQueryClient();
  const { data, error, refetch } = useQuery(queryOf('operatorFacts'));
  const [changed, setChanged] = useState<Partial<Record<OperatorFact, string>>>({});
  const save = useMutation({
    mutationFn: () =>
      api.setOperatorFacts({
        body: {
          facts: operatorFacts
            .flatMap((name) => ({ name, value: changed[name] ?? '' }))
            .filter(({ name }) => name in changed),
        },
      }),
    onSuccess() {
      setChanged({});
      toast({ title: t`Saved` });
      for (const name of ['operatorFacts', 'legalPage'] as const)
        void client.invalidateQueries({ queryKey: keyOf(name) });
    },
    onError: fail,
  });
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data)
    return (
      <Loading label={t`Loading facts`}>
        <SkeletonRows />
      </Loading>
    );
  const isChanged = Object.keys(changed).length > 0;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isChanged && !save.isPending) save.mutate();
  };
  return (
    <form noValidate onSubmit={submit} className="mt-6 grid max-w-[640px] gap-4">
      {data.facts.map(({ name, value }) => (
        <Field
          key={name}
          label={i18n._(factLabels[name])}
          aside={(changed[name] ?? value) ? undefined : <Trans>missing</Trans>}
        >
          <TextArea
            name={name}
            rows={1}
            maxLength={500}
            className="min-h-13!"
            value={changed[name] ?? value ?? ''}
            onChange={(event) => setChanged({ ...changed, [name]: event.currentTarget.value })}
          />
        </Field>
      ))}
      <Button
        type="submit"
        variant="primary"
        size="lg"
        disabled={!isChanged}
        busy={save.isPending}
        busyLabel={<Trans>Saving</Trans>}
      >
        <Trans>Save</Trans>
      </Button>
    </form>
  );
}
