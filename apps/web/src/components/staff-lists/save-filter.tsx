import { Trans, useLingui } from '@lingui/react/macro';
import { maxFilterName } from '@vlam/contract/rules/staff-lists';
import Trash2 from 'lucide-react/icons/trash-2';
import { useState } from 'react';
import { fieldErrorsOf, messageOf } from '../../lib/api.ts';
import { Button } from '../ui/button.tsx';
import { Field } from '../ui/field.tsx';
import { IconButton } from '../ui/icon-button.tsx';
import { TextInput } from '../ui/text-input.tsx';

export interface SaveFilterProps {
  saved: readonly { id: string; name: string }[];
  save: { isPending: boolean; mutateAsync(name: string): Promise<unknown> };
  remove: { isPending: boolean; mutate(id: string): void };
}

/** Saves the chosen filter for this member of staff, and deletes saved ones. */
export function SaveFilter({ saved, save, remove }: SaveFilterProps) {
  const { t } = useLingui();
  const [name, setName] = useState('');
  const [error, setError] = useState<string>();
  async function send(): Promise<void> {
    const trimmed = name.trim();
    setError(trimmed ? undefined : t`A name is required`);
    if (!trimmed) return;
    try {
      await save.mutateAsync(trimmed);
      setName('');
    } catch (refused) {
      setError(fieldErrorsOf(refused).name ?? messageOf(refused) ?? t`The connection dropped. Try again.`);
    }
  }
  return (
    <div className="border-line border-t pt-4">
      <div className="flex flex-wrap items-end gap-2">
        <Field label={<Trans>Save as</Trans>} error={error} className="min-w-40 flex-1">
          <TextInput
            name="filterName"
            value={name}
            maxLength={maxFilterName}
            onChange={(event) => setName(event.target.value)}
            onKeyDown={(event) => {
              if (event.key !== 'Enter') return;
              event.preventDefault();
              void send();
            }}
          />
        </Field>
        <Button busy={save.isPending} busyLabel={<Trans>Saving</Trans>} onClick={() => void send()} className="mb-0.5">
          <Trans>Save</Trans>
        </Button>
      </div>
      {saved.length > 0 ? (
        <ul aria-label={t`Saved filters`} className="mt-3">
          {saved.map(({ id, name: savedName }) => (
            <li key={id} className="flex items-center justify-between gap-3 border-line border-t py-1 text-sm">
              <span className="min-w-0 wrap-anywhere">{savedName}</span>
              <IconButton label={t`Delete ${savedName}`} disabled={remove.isPending} onClick={() => remove.mutate(id)}>
                <Trash2 size={18} />
              </IconButton>
            </li>
          ))}
        </ul>
      ) : null}
    </div>
  );
}
