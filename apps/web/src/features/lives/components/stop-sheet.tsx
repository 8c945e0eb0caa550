import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ReasonField } from '../../../components/reason-field.tsx';
import { FormSheet } from '../../../components/ui/form-sheet.tsx';
import { api } from '../../../lib/api.ts';
import { useFailure } from '../../../lib/use-failure.ts';
import { type LiveView, putLive } from '../api.ts';

/** A moderator stops a show, or removes its replay, with the reason that the audit log keeps. */
export function StopSheet({ live, onClose }: { live: LiveView; onClose(): void }) {
  const { t } = useLingui();
  const client = useQueryClient();
  const fail = useFailure();
  const isOver = live.state === 'over';
  const [reason, setReason] = useState('');
  const stop = useMutation({
    mutationFn: () => api.stopLive({ params: { id: live.id }, body: { reason: reason.trim() } }),
    onSuccess: (stopped) => {
      putLive(client, stopped);
      onClose();
    },
    onError: fail,
  });
  return (
    <FormSheet
      title={isOver ? <Trans>Remove the replay?</Trans> : <Trans>Stop this show</Trans>}
      intro={
        isOver ? (
          <Trans>Nobody can watch the show again. Tickets stay paid: the show was seen.</Trans>
        ) : (
          <Trans>It ends at once for everybody, and every ticket goes back.</Trans>
        )
      }
      onClose={onClose}
      variant="danger"
      busy={stop.isPending}
      busyLabel={isOver ? <Trans>Removing</Trans> : <Trans>Stopping</Trans>}
      disabled={reason.trim().length < 3}
      action={isOver ? <Trans>Remove the replay</Trans> : <Trans>Stop the show</Trans>}
      onSubmit={() => stop.mutate()}
    >
      <ReasonField
        label={<Trans>Reason</Trans>}
        maxLength={500}
        placeholder={t`For the audit log`}
        value={reason}
        onChange={setReason}
      />
    </FormSheet>
  );
}
