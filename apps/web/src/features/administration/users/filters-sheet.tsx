import { Trans, useLingui } from '@lingui/react/macro';
import type { UserFilter } from '@vlam/contract/administration-users';
import { cities } from '@vlam/contract/constants';
import { userStatuses } from '@vlam/contract/rules/users';
import { useState } from 'react';
import { SaveFilter } from '../../../components/staff-lists/save-filter.tsx';
import { Switch } from '../../../components/ui/choice.tsx';
import { Field } from '../../../components/ui/field.tsx';
import { FormSheet } from '../../../components/ui/form-sheet.tsx';
import { Select } from '../../../components/ui/select.tsx';
import { TextInput } from '../../../components/ui/text-input.tsx';
import { useFailure } from '../../../lib/use-failure.ts';
import { type SavedFilter, useDeleteFilter, useSaveFilter } from './api.ts';
import { userRoles } from './filter.ts';
import { roleLabels, statusLabels } from './labels.ts';

export interface FiltersSheetProps {
  filter: UserFilter;
  saved: readonly SavedFilter[];
  /** The status cannot be chosen on a screen that shows one. */
  hasFixedStatus: boolean;
  onShow(filter: UserFilter): void;
  onClose(): void;
}

const all = 'all';

/** Role, status, city, joined since and reported; what is chosen can be saved under a name. */
export function FiltersSheet({ filter, saved, hasFixedStatus, onShow, onClose }: FiltersSheetProps) {
  const { t, i18n } = useLingui();
  const fail = useFailure();
  const [chosen, setChosen] = useState(filter);
  const save = useSaveFilter(chosen);
  const remove = useDeleteFilter({ onError: fail });
  const { q, role, status, city, joinedSince, reported } = chosen;
  const set = (name: keyof UserFilter, value: string | boolean | undefined) =>
    setChosen(({ [name]: _, ...rest }) => (value && value !== all ? { ...rest, [name]: value } : rest));
  return (
    <FormSheet
      onClose={onClose}
      title={<Trans>Filters</Trans>}
      action={<Trans>Show</Trans>}
      busyLabel={<Trans>Show</Trans>}
      busy={false}
      cancel={<Trans>Clear all</Trans>}
      onCancel={() => onShow(q ? { q } : {})}
      onSubmit={() => onShow(chosen)}
    >
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label={<Trans>Role</Trans>}>
          <Select
            value={role ?? all}
            onChange={(event) => set('role', event.target.value)}
            options={[
              { value: all, label: t`All` },
              ...userRoles.map((value) => ({ value, label: i18n._(roleLabels[value]) })),
            ]}
          />
        </Field>
        {hasFixedStatus ? null : (
          <Field label={<Trans>Status</Trans>}>
            <Select
              value={status ?? all}
              onChange={(event) => set('status', event.target.value)}
              options={[
                { value: all, label: t`All` },
                ...userStatuses.map((value) => ({ value, label: i18n._(statusLabels[value]) })),
              ]}
            />
          </Field>
        )}
        <Field label={<Trans>City</Trans>}>
          <Select
            value={city ?? all}
            onChange={(event) => set('city', event.target.value)}
            options={[{ value: all, label: t`All` }, ...cities.map((value) => ({ value, label: value }))]}
          />
        </Field>
        <Field label={<Trans>Joined since</Trans>}>
          <TextInput
            type="date"
            value={joinedSince ?? ''}
            onChange={(event) => set('joinedSince', event.target.value)}
          />
        </Field>
      </div>
      <Switch
        checked={reported === true}
        onChange={(on) => set('reported', on)}
        label={<Trans>Only with pending reports</Trans>}
      />
      <SaveFilter saved={saved} save={save} remove={remove} />
    </FormSheet>
  );
}
