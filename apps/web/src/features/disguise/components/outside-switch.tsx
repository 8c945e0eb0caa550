import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { Switch } from '../../../components/ui/choice.tsx';
import { api, keyOf, messageOf, queryOf } from '../../../lib/api.ts';
import { disguiseStore } from '../../../lib/disguise.ts';
import { type DisguiseId, disguises } from '../../../lib/disguise-list.ts';
import { sentCoverStore } from '../../../lib/send-cover.ts';
import { useStore } from '../../../lib/store.ts';
import { toastError } from '../../../lib/toast.ts';

/**
 * Mails and pushes under the disguise: a setting of the account, so it holds on every device. It follows the disguise of
 * a device (`lib/send-cover.ts`) until the member says no here.
 */
export function OutsideSwitch() {
  const { t, i18n } = useLingui();
  const client = useQueryClient();
  const { selectedDisguise } = useStore(disguiseStore);
  const query = queryOf('accountCover');
  const { data } = useQuery(query);
  const sent = useStore(sentCoverStore);
  useEffect(() => {
    if (sent > 0) void client.invalidateQueries({ queryKey: keyOf('accountCover') });
  }, [client, sent]);
  const change = useMutation({
    mutationFn: (cover: DisguiseId | null) => api.setAccountCover({ body: { cover } }),
    onSuccess: (answer) => client.setQueryData(query.queryKey, answer),
    onError: (error) => toastError(t`This was not changed`, messageOf(error)),
  });
  const worn = data?.cover ?? null;
  const shown = worn ?? selectedDisguise;
  const name = shown ? i18n._(disguises[shown].name) : '';
  return (
    <>
      <Switch
        className="border-line border-t"
        checked={worn !== null}
        disabled={data === undefined || shown === null || change.isPending}
        onChange={(on) => change.mutate(on ? selectedDisguise : null)}
        label={<Trans>Emails and pushes too</Trans>}
        description={
          shown ? (
            <Trans>They come from "{name}" and say "1 update", on every device, from the moment a disguise is on</Trans>
          ) : (
            <Trans>Choose a disguise first</Trans>
          )
        }
      />
      {worn && selectedDisguise && worn !== selectedDisguise ? (
        <button
          type="button"
          className="min-h-11 font-semibold text-ember-text text-sm hover:underline"
          onClick={() => change.mutate(selectedDisguise)}
        >
          <Trans>Use the disguise chosen here</Trans>
        </button>
      ) : null}
    </>
  );
}
