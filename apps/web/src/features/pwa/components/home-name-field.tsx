import { Trans, useLingui } from '@lingui/react/macro';
import { isCoverId } from '@vlam/contract/rules/covers';
import { useState } from 'react';
import { Field } from '../../../components/ui/field.tsx';
import { Select } from '../../../components/ui/select.tsx';
import { disguiseIds, disguises } from '../../../lib/disguise-list.ts';
import { readHomeName, setHomeName } from '../home-name.ts';

/** What the home screen says, chosen before the app is installed. */
export function HomeNameField() {
  const { t, i18n } = useLingui();
  const [chosen, setChosen] = useState(readHomeName);
  return (
    <Field
      label={<Trans>Name and icon on the home screen</Trans>}
      help={
        <Trans>
          Choose before you install. An app that is installed already keeps its name on most phones until it is removed.
        </Trans>
      }
      className="mt-6 max-w-[420px]"
    >
      <Select
        value={chosen ?? 'own'}
        options={[
          { value: 'own', label: t({ message: 'Vlam', comment: 'The name of the product' }) },
          ...disguiseIds.map((id) => ({ value: id, label: i18n._(disguises[id].name) })),
        ]}
        onChange={({ target: { value } }) => {
          const id = isCoverId(value) ? value : null;
          setHomeName(id);
          setChosen(id);
        }}
      />
    </Field>
  );
}
