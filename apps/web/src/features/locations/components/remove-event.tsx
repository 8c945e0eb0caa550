import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { ReasonField } from '../../../components/reason-field.tsx';
import { FormSheet } from '../../../components/ui/form-sheet.tsx';
import { toast } from '../../../lib/toast.ts';
import { useFailure } from '../../../lib/use-failure.ts';
import { type EventView, useRemoveEvent } from '../api.ts';

interface RemoveEventProps {
  event: EventView;
  onClose(): void;
  onRemoved(): void;
}

/** For moderators: removes an event, with a reason for its host. */
export function RemoveEvent({ event, onClose, onRemoved }: RemoveEventProps) {
  const { t } = useLingui();
  const [reason, setReason] = useState('');
  const remove = useRemoveEvent({
    onSuccess: () => {
      toast({ title: t`Taken down`, text: t`The host and everyone who signed up are notified.` });
      onRemoved();
    },
    onError: useFailure(),
  });
  const host = event.organizer.displayName;
  return (
    <FormSheet
      onClose={onClose}
      title={<Trans>Take "{event.title}" down?</Trans>}
      intro={<Trans>It disappears for everyone. {host} reads your reason, and it stays in the audit log.</Trans>}
      action={<Trans>Take down</Trans>}
      variant="danger"
      disabled={reason.trim().length < 3}
      busy={remove.isPending}
      busyLabel={<Trans>Taking it down</Trans>}
      onSubmit={() => remove.mutate({ id: event.id, reason: reason.trim() })}
    >
      <ReasonField label={<Trans>Reason</Trans>} maxLength={500} value={reason} onChange={setReason} />
    </FormSheet>
  );
}
