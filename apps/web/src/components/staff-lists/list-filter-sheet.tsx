import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { type Answer, api, keyOf } from '../../lib/api.ts';
import { useFailure } from '../../lib/use-failure.ts';
import { Field } from '../ui/field.tsx';
import { FormSheet } from '../ui/form-sheet.tsx';
import { Select } from '../ui/select.tsx';
import type { FilteredList } from './list-filter.ts';
import { SaveFilter } from './save-filter.tsx';

const all = 'all';

/** The menus of a filter; what is chosen can be saved under a name. */
export function ListFilterSheet({
  list,
  filter,
  fields,
  saved,
  onShow,
  onClose,
}: FilteredList & { saved: Answer<'savedFilters'>; onClose(): void }) {
  const { t } = useLingui();
  const fail = useFailure();
  const client = useQueryClient();
  const [chosen, setChosen] = useState(filter);
  const onSettled = () => client.invalidateQueries({ queryKey: keyOf('savedFilters') });
  const save = useMutation({
    mutationFn: (name: string) => api.saveFilter({ body: { list, name, filter: chosen } }),
    onSettled,
  });
  const remove = useMutation({
    mutationFn: (id: string) => api.deleteFilter({ params: { id } }),
    onError: fail,
    onSettled,
  });
  return (
    <FormSheet
      onClose={onClose}
      title={<Trans>Filters</Trans>}
      action={<Trans>Show</Trans>}
      busyLabel={<Trans>Show</Trans>}
      busy={false}
      cancel={<Trans>Clear all</Trans>}
      onCancel={() => onShow({})}
      onSubmit={() => onShow(chosen)}
    >
      <div className="grid gap-4 sm:grid-cols-2">
        {fields.map(({ name, label, options }) => (
          <Field key={name} label={label}>
            <Select
              name={name}
              value={chosen[name] ?? all}
              onChange={({ target: { value } }) =>
                setChosen(({ [name]: _, ...rest }) => (value === all ? rest : { ...rest, [name]: value }))
              }
              options={[{ value: all, label: t`All` }, ...options]}
            />
          </Field>
        ))}
      </div>
      <SaveFilter saved={saved} save={save} remove={remove} />
    </FormSheet>
  );
}
