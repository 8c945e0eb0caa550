import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { type QueryClient, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { OwnHandle } from '@vlam/contract/profiles-handles';
import { findShapeProblem, type HandleProblem, handleLimits, normalizeHandle } from '@vlam/contract/rules/handles';
import { useEffect, useState } from 'react';
import { Button } from '../../../components/ui/button.tsx';
import { Field } from '../../../components/ui/field.tsx';
import { FormSheet } from '../../../components/ui/form-sheet.tsx';
import { TextInput } from '../../../components/ui/text-input.tsx';
import { api, fieldErrorsOf, keyOf, queryOf } from '../../../lib/api.ts';
import { formatDate } from '../../../lib/format.ts';
import { languageStore } from '../../../lib/language.ts';
import { useStore } from '../../../lib/store.ts';
import { toast } from '../../../lib/toast.ts';
import { useFailure } from '../../../lib/use-failure.ts';

const problems: Record<HandleProblem, MessageDescriptor> = {
  length: msg`Use 3 to 30 characters.`,
  signs: msg`Use letters a to z and digits, with single dots or underscores between them.`,
  digits: msg`Use at least one letter.`,
  reserved: msg`This address is reserved.`,
  taken: msg`This address is taken, or looks like one that is.`,
};
/** How long typing rests before the server is asked, in milliseconds. */
const restMs = 350;

/** The text once it has rested. */
function useRested(text: string): string {
  const [rested, setRested] = useState(text);
  useEffect(() => {
    const timer = setTimeout(setRested, restMs, text);
    return () => clearTimeout(timer);
  }, [text]);
  return rested;
}

/** Whether the handle that is being typed can be chosen. */
function useHandleCheck(handle: string, current: string | null) {
  const shape = findShapeProblem(handle);
  const isAsked = useRested(handle) === handle && shape === null && handle !== current;
  const { data } = useQuery({ ...queryOf('checkHandle', { query: { handle } }), enabled: isAsked, gcTime: 0 });
  return { problem: shape ?? data?.problem ?? null, isFree: data?.problem === null };
}

/** The own handle changed: everything that shows it is read again. */
function putHandle(client: QueryClient, saved: OwnHandle): void {
  client.setQueryData(keyOf('ownHandle'), saved);
  for (const name of ['getProfile', 'getProfileByHandle'] as const)
    void client.invalidateQueries({ queryKey: keyOf(name) });
}

interface HandleSheetProps {
  own: OwnHandle;
  open: boolean;
  /** What the field begins with, while there is none. */
  suggested?: string;
  onClose(): void;
}

/** Chooses or changes the own handle. */
export function HandleSheet({ own, open, suggested = '', onClose }: HandleSheetProps) {
  const { i18n, t } = useLingui();
  const language = useStore(languageStore);
  const client = useQueryClient();
  const fail = useFailure();
  const [written, setWritten] = useState(own.handle ?? suggested);
  const handle = normalizeHandle(written);
  const { problem, isFree } = useHandleCheck(handle, own.handle);
  const save = useMutation({
    mutationFn: () => api.setHandle({ body: { handle } }),
    onSuccess: (saved) => {
      putHandle(client, saved);
      toast({ title: t`Your address is @${handle}` });
      onClose();
    },
    onError: (error) => {
      if (!fieldErrorsOf(error).handle) fail(error);
    },
  });
  const refused = save.isError ? fieldErrorsOf(save.error).handle : undefined;
  const isUnchanged = handle === '' || handle === own.handle;
  const isSpent = own.handle !== null && own.changesLeft === 0;
  const until = own.nextChangeAt && formatDate(own.nextChangeAt, language);
  return (
    <FormSheet
      open={open}
      onClose={onClose}
      title={own.handle ? <Trans>Change your address</Trans> : <Trans>Choose your address</Trans>}
      intro={
        isSpent ? (
          <Trans>You have changed it twice within a year. You can change it again on {until}.</Trans>
        ) : own.handle ? (
          <Trans>The old one leads to you for {handleLimits.days} days, and nobody else gets it in that time.</Trans>
        ) : (
          <Trans>Short enough to say. You can change it twice a year.</Trans>
        )
      }
      action={<Trans>Save</Trans>}
      busyLabel={<Trans>Saving</Trans>}
      busy={save.isPending}
      disabled={isSpent || isUnchanged || problem !== null}
      onSubmit={() => save.mutate()}
    >
      <Field
        label={<Trans>Address</Trans>}
        aside={
          own.handle && !isSpent ? (
            <Trans>
              {own.changesLeft} of {handleLimits.changes} changes left
            </Trans>
          ) : null
        }
        help={
          <span role="status">
            {isFree ? (
              <Trans>@{handle} is free.</Trans>
            ) : (
              <Trans>Letters, digits, and single dots or underscores between them.</Trans>
            )}
          </span>
        }
        error={refused ?? (isUnchanged || problem === null ? undefined : i18n._(problems[problem]))}
      >
        <TextInput
          name="handle"
          before="@"
          value={written}
          disabled={isSpent}
          autoCapitalize="none"
          autoComplete="off"
          spellCheck={false}
          maxLength={handleLimits.max + 1}
          onChange={(event) => {
            setWritten(event.target.value);
            if (save.isError) save.reset();
          }}
        />
      </Field>
      {own.handle ? <GiveBack onDone={onClose} /> : null}
      {own.former.length > 0 ? (
        <ul className="grid gap-1 text-meta text-muted">
          {own.former.map((each) => (
            <li key={each.handle} className="wrap-anywhere">
              <Trans>
                @{each.handle} leads to you until {formatDate(each.until, language)}.
              </Trans>
            </li>
          ))}
        </ul>
      ) : null}
    </FormSheet>
  );
}

/** Gives the address back, after a second press. */
function GiveBack({ onDone }: { onDone(): void }) {
  const { t } = useLingui();
  const client = useQueryClient();
  const fail = useFailure();
  const [asks, setAsks] = useState(false);
  const drop = useMutation({
    mutationFn: () => api.dropHandle(),
    onSuccess: (saved) => {
      putHandle(client, saved);
      toast({ title: t`You have no address any more` });
      onDone();
    },
    onError: fail,
  });
  if (!asks)
    return (
      <Button size="sm" variant="ghost" className="justify-self-start" onClick={() => setAsks(true)}>
        <Trans>Give the address back</Trans>
      </Button>
    );
  return (
    <div>
      <p className="text-muted text-sm">
        <Trans>
          It leads to you no longer, and nobody else gets it for a year. Choosing another one in that time counts as a
          change.
        </Trans>
      </p>
      <div className="mt-2 flex flex-wrap gap-2">
        <Button size="sm" variant="danger" busy={drop.isPending} onClick={() => drop.mutate()}>
          <Trans>Give it back</Trans>
        </Button>
        <Button size="sm" onClick={() => setAsks(false)}>
          <Trans>Keep it</Trans>
        </Button>
      </div>
    </div>
  );
}
