import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { Button } from '../../../components/ui/button.tsx';
import { Field } from '../../../components/ui/field.tsx';
import { Sheet } from '../../../components/ui/sheet.tsx';
import { TextArea } from '../../../components/ui/text-input.tsx';
import { toast } from '../../../lib/toast.ts';
import { type EventView, useRemoveEvent } from '../api.ts';
import { useFailure } from '../words.ts';

interface RemoveEventProps {
  event: EventView;
  onClose(): void;
  onRemoved(): void;
}

/** For moderators: takes an event from everybody, with the reason its host reads. */
export function RemoveEvent({ event, onClose, onRemoved }: RemoveEventProps) {
  const { t } = useLingui();
  const [reason, setReason] = useState('');
  const remove = useRemoveEvent({
    onSuccess: () => {
      toast({ title: t`Taken down`, text: t`The host and everybody who wanted to come are told.` });
      onRemoved();
    },
    onError: useFailure(),
  });
  const host = event.organizer.displayName;
  return (
    <Sheet
      open
      onClose={onClose}
      locked={remove.isPending}
      title={<Trans>Take "{event.title}" down?</Trans>}
      intro={<Trans>It disappears for everybody. {host} reads your reason, and it stays in the audit log.</Trans>}
      actions={
        <>
          <Button onClick={onClose} disabled={remove.isPending}>
            <Trans>Cancel</Trans>
          </Button>
          <Button
            variant="danger"
            disabled={reason.trim().length < 3}
            busy={remove.isPending}
            busyLabel={<Trans>Taking it down</Trans>}
            onClick={() => remove.mutate({ id: event.id, reason: reason.trim() })}
          >
            <Trans>Take down</Trans>
          </Button>
        </>
      }
    >
      <Field label={<Trans>Reason</Trans>}>
        <TextArea
          name="reason"
          rows={3}
          maxLength={500}
          value={reason}
          onChange={(change) => setReason(change.currentTarget.value)}
        />
      </Field>
    </Sheet>
  );
}
