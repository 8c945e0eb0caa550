import { Trans } from '@lingui/react/macro';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { FormSheet } from '../../../components/ui/form-sheet.tsx';
import { api, keyOf } from '../../../lib/api.ts';
import { useFailure } from '../../../lib/use-failure.ts';
import type { LiveView } from '../api.ts';

export function RemoveReplaySheet({ live: { id }, onClose }: { live: LiveView; onClose(): void }) {
  const client = useQueryClient();
  const fail = useFailure();
  const remove = useMutation({
    mutationFn: () => api.deleteLiveReplay({ params: { id } }),
    onSuccess: async () => {
      await Promise.all([
        client.invalidateQueries({ queryKey: keyOf('getLive', { params: { id } }) }),
        client.invalidateQueries({ queryKey: keyOf('listLives') }),
      ]);
      onClose();
    },
    onError: fail,
  });
  return (
    <FormSheet
      title={<Trans>Remove the replay?</Trans>}
      intro={
        <Trans>Nobody can watch the show again, also those who paid for a ticket. It cannot be brought back.</Trans>
      }
      onClose={onClose}
      variant="danger"
      busy={remove.isPending}
      busyLabel={<Trans>Removing</Trans>}
      action={<Trans>Remove</Trans>}
      onSubmit={() => remove.mutate()}
    />
  );
}
