import { Trans } from '@lingui/react/macro';
import { fanLimits } from '@vlam/contract/rules/fans';
import { useState } from 'react';
import { Button } from '../../../../components/ui/button.tsx';
import { Field } from '../../../../components/ui/field.tsx';
import { TextArea } from '../../../../components/ui/text-input.tsx';
import { useFailure } from '../../../../lib/use-failure.ts';
import { useSetNote } from '../api.ts';

/** The creator's note on one person. */
export function FanNote({ id, note }: { id: string; note: string }) {
  const [text, setText] = useState(note);
  const [saved, setSaved] = useState(note);
  const fail = useFailure();
  const save = useSetNote(id);
  const isChanged = text.trim() !== saved;
  return (
    <form
      className="mt-5"
      onSubmit={(event) => {
        event.preventDefault();
        save.mutate(text, { onSuccess: (answer) => setSaved(answer.note), onError: fail });
      }}
    >
      <Field label={<Trans>Note</Trans>} aside={<Trans>only you see it</Trans>}>
        <TextArea
          rows={2}
          maxLength={fanLimits.noteLength}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
          className="min-h-19!"
        />
      </Field>
      <div className="flex items-center justify-end gap-3">
        <p role="status" className="text-meta text-muted not-empty:py-2">
          {save.isSuccess && !isChanged ? <Trans>Saved</Trans> : null}
        </p>
        {isChanged ? (
          <Button
            type="submit"
            variant="bone"
            size="sm"
            className="mt-2"
            busy={save.isPending}
            busyLabel={<Trans>Saving</Trans>}
          >
            <Trans>Save note</Trans>
          </Button>
        ) : null}
      </div>
    </form>
  );
}
