import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import Bell from 'lucide-react/icons/bell';
import BellRing from 'lucide-react/icons/bell-ring';
import { Button } from '../../../components/ui/button.tsx';
import { IconButton } from '../../../components/ui/icon-button.tsx';
import { api, keyOf } from '../../../lib/api.ts';
import { useFailure } from '../../../lib/use-failure.ts';
import { type LiveView, putLive } from '../api.ts';

/** Asks for a notification when a planned show begins, or takes that back. */
export function ReminderButton({ live, wide = false }: { live: LiveView; wide?: boolean }) {
  const { t } = useLingui();
  const client = useQueryClient();
  const fail = useFailure();
  const { id, title, isReminded } = live;
  const remind = useMutation({
    mutationFn: (isWanted: boolean) => api.remindOfLive({ params: { id }, body: { isWanted } }),
    onSuccess: (changed) => {
      putLive(client, changed);
      return client.invalidateQueries({ queryKey: keyOf('listLives') });
    },
    onError: fail,
  });
  const icon = isReminded ? <BellRing size={20} /> : <Bell size={20} />;
  const onClick = () => remind.mutate(!isReminded);
  if (wide)
    return (
      <Button variant="quiet" size="lg" icon={icon} aria-pressed={isReminded} busy={remind.isPending} onClick={onClick}>
        {isReminded ? <Trans>You will be reminded</Trans> : <Trans>Remind me</Trans>}
      </Button>
    );
  return (
    <IconButton
      label={t`Remind me of ${title}`}
      variant="filled"
      aria-pressed={isReminded}
      disabled={remind.isPending}
      onClick={onClick}
      className={isReminded ? 'size-12! bg-ink! text-bg!' : 'size-12!'}
    >
      {icon}
    </IconButton>
  );
}
