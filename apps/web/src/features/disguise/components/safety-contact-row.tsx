import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '../../../components/ui/button.tsx';
import { Switch } from '../../../components/ui/choice.tsx';
import { api, queryOf } from '../../../lib/api.ts';
import { changeDisguise, disguiseStore } from '../../../lib/disguise.ts';
import { formatDate, formatTime } from '../../../lib/format.ts';
import { languageStore } from '../../../lib/language.ts';
import { useStore } from '../../../lib/store.ts';
import { useFailure } from '../../../lib/use-failure.ts';
import { SafetyContactSheet } from './safety-contact-sheet.tsx';

const safetyContactQuery = queryOf('safetyContact');

/** Who is notified when the duress code is typed: a person of the account, and a switch of this device. */
export function SafetyContactRow() {
  const { t } = useLingui();
  const language = useStore(languageStore);
  const client = useQueryClient();
  const { duressCode, duressNotifiesContact } = useStore(disguiseStore);
  const { data, error, refetch } = useQuery(safetyContactQuery);
  const [naming, setNaming] = useState(false);
  const remove = useMutation({
    mutationFn: () => api.removeSafetyContact(),
    onSuccess: () => {
      changeDisguise({ duressNotifiesContact: false });
      client.setQueryData(safetyContactQuery.queryKey, { contact: null });
    },
    onError: useFailure(),
  });
  const contact = data?.contact;
  const name = contact?.name ?? '';
  const alarmedAt = contact?.alarmedAt
    ? `${formatDate(contact.alarmedAt, language)}, ${formatTime(contact.alarmedAt)}`
    : null;
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-line border-t py-3">
        <div className="min-w-0 flex-1 basis-60">
          <p className="font-semibold">
            <Trans>Safety contact</Trans>
          </p>
          <p className="mt-0.5 break-words text-muted text-sm">
            {contact ? (
              `${contact.name}, ${contact.email}`
            ) : (
              <Trans>Somebody who is told when you type the duress code</Trans>
            )}
          </p>
          {contact?.hasStopped ? (
            <p className="mt-1 text-danger text-sm">
              <Trans>They asked us not to write to them. Name somebody else.</Trans>
            </p>
          ) : null}
          {alarmedAt ? (
            <p className="mt-1 text-faint text-meta">
              <Trans>Told on {alarmedAt}</Trans>
            </p>
          ) : null}
        </div>
        {error && !data ? (
          <Button size="sm" variant="ghost" onClick={() => void refetch()}>
            <Trans>Try again</Trans>
          </Button>
        ) : (
          <div className="flex gap-2">
            {contact ? (
              <Button
                size="sm"
                variant="ghost"
                busy={remove.isPending}
                busyLabel={<Trans>Removing</Trans>}
                aria-label={t`Remove safety contact`}
                onClick={() => remove.mutate()}
              >
                <Trans>Remove</Trans>
              </Button>
            ) : null}
            <Button
              size="sm"
              disabled={!data}
              aria-label={contact ? t`Change safety contact` : t`Name a safety contact`}
              onClick={() => setNaming(true)}
            >
              {contact ? <Trans>Change</Trans> : <Trans>Name</Trans>}
            </Button>
          </div>
        )}
      </div>
      <Switch
        className="border-line border-t"
        checked={duressNotifiesContact}
        disabled={duressCode === null || !contact || contact.hasStopped}
        onChange={(on) => changeDisguise({ duressNotifiesContact: on })}
        label={<Trans>The duress code tells them</Trans>}
        description={
          contact ? (
            <Trans>{name} gets one email at once, and nothing here shows it. Without a network it goes later</Trans>
          ) : (
            <Trans>Name somebody first</Trans>
          )
        }
      />
      {naming ? <SafetyContactSheet contact={contact ?? null} onClose={() => setNaming(false)} /> : null}
    </>
  );
}
