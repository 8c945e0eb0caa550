import { Trans, useLingui } from '@lingui/react/macro';
import type { DepictedPerson } from '@vlam/contract/consents';
import Link2 from 'lucide-react/icons/link-2';
import Search from 'lucide-react/icons/search';
import X from 'lucide-react/icons/x';
import { useState } from 'react';
import { Avatar } from '../../../components/ui/avatar.tsx';
import { Button } from '../../../components/ui/button.tsx';
import { RadioRows } from '../../../components/ui/choice.tsx';
import { ConsentTag } from '../../../components/ui/consent-tag.tsx';
import { ErrorState } from '../../../components/ui/error-state.tsx';
import { IconButton } from '../../../components/ui/icon-button.tsx';
import { Sheet } from '../../../components/ui/sheet.tsx';
import { sheetRow } from '../../../components/ui/sheet-row.ts';
import { formatDate } from '../../../lib/format.ts';
import { useFailure } from '../../../lib/use-failure.ts';
import { useAsking, usePeople } from '../api.ts';
import type { Depicts } from '../publish-form.ts';
import { LinkStep, MadeLink, MemberStep } from './people-steps.tsx';

interface PeopleSheetProps {
  open: boolean;
  onClose(): void;
  depicts: Depicts;
  onDepicts(depicts: Depicts): void;
  /** The stored item; null for one that is not stored yet. */
  contentId: string | null;
  /** People are asked only about a draft. */
  canAsk: boolean;
  /** Stores the form as a draft, since people are asked about a stored picture; null when the form lacks something. */
  ensureDraft(): Promise<string | null>;
}

type Step = { is: 'list' | 'member' | 'link' } | { is: 'made'; name: string; link: string };

/** Who is in the item, and what each of them has answered. */
export function PeopleSheet(props: PeopleSheetProps) {
  const { open, onClose, depicts, onDepicts, contentId, canAsk, ensureDraft } = props;
  const { t } = useLingui();
  const fail = useFailure();
  const [step, setStep] = useState<Step>({ is: 'list' });
  const [isSaving, setSaving] = useState(false);
  const { data: people, error, refetch } = usePeople(contentId);
  const { ask, withdraw } = useAsking(contentId);
  const close = () => {
    setStep({ is: 'list' });
    onClose();
  };
  const askPerson = async (person: { profileId?: string; name: string }) => {
    if (isSaving || ask.isPending) return;
    setSaving(true);
    try {
      const id = await ensureDraft();
      if (id === null) return close();
      const { link } = await ask.mutateAsync({ id, ...person });
      setStep(link ? { is: 'made', name: person.name, link } : { is: 'list' });
    } catch (refused) {
      fail(refused);
    } finally {
      setSaving(false);
    }
  };
  const back = () => setStep({ is: 'list' });
  if (step.is === 'member')
    return <MemberStep open={open} onClose={close} onBack={back} busy={isSaving} onPick={askPerson} />;
  if (step.is === 'link')
    return (
      <LinkStep open={open} onClose={close} onBack={back} busy={isSaving} onName={(name) => askPerson({ name })} />
    );
  if (step.is === 'made')
    return <MadeLink open={open} onClose={close} onBack={back} name={step.name} link={step.link} />;
  return (
    <Sheet
      open={open}
      onClose={close}
      title={<Trans>People in it</Trans>}
      actions={
        <Button variant="bone" onClick={close}>
          <Trans>Done</Trans>
        </Button>
      }
    >
      {canAsk ? (
        <RadioRows
          legend={t`People in it`}
          hideLegend
          options={[
            { value: 'me', label: <Trans>Only me</Trans> },
            {
              value: 'me_and_others',
              label: <Trans>Me and others</Trans>,
              description: <Trans>Everybody says yes first</Trans>,
            },
            {
              value: 'others',
              label: <Trans>Others, not me</Trans>,
              description: <Trans>Everybody says yes first</Trans>,
            },
          ]}
          value={depicts}
          onChange={onDepicts}
        />
      ) : (
        <p className="text-muted">
          <Trans>People are asked before an item is published. To change who is in it, make a new item.</Trans>
        </p>
      )}
      {depicts === 'me' ? null : (
        <>
          {error ? <ErrorState error={error} onRetry={() => void refetch()} /> : null}
          <ul aria-label={t`Asked for their consent`} className="border-line border-t empty:hidden">
            {people?.map((person) => (
              <PersonRow
                key={person.id}
                person={person}
                busy={withdraw.isPending && withdraw.variables === person.id}
                onWithdraw={() => withdraw.mutate(person.id, { onError: fail })}
              />
            ))}
          </ul>
          {canAsk ? (
            <div className="border-line border-t">
              <button type="button" className={sheetRow} onClick={() => setStep({ is: 'member' })}>
                <Search size={20} aria-hidden />
                <span className="font-semibold">
                  <Trans>Ask a member</Trans>
                </span>
              </button>
              <button type="button" className={sheetRow} onClick={() => setStep({ is: 'link' })}>
                <Link2 size={20} aria-hidden />
                <span>
                  <span className="block font-semibold">
                    <Trans>Someone without an account</Trans>
                  </span>
                  <span className="block text-muted text-sm">
                    <Trans>A private link; a moderator then looks at the item first</Trans>
                  </span>
                </span>
              </button>
            </div>
          ) : null}
          <p className="mt-3 text-faint text-meta">
            <Trans>
              Anyone can take their yes back at any time. The item then disappears everywhere within a second, and its
              file cannot be uploaded again.
            </Trans>
          </p>
        </>
      )}
    </Sheet>
  );
}

interface PersonRowProps {
  person: DepictedPerson;
  busy: boolean;
  onWithdraw(): void;
}

function PersonRow({ person, busy, onWithdraw }: PersonRowProps) {
  const { t } = useLingui();
  const { name, state, profileId } = person;
  const isOver = state === 'asked' && Date.parse(person.expiresAt) < Date.now();
  const asked = formatDate(person.askedAt);
  const answered = person.answeredAt ? formatDate(person.answeredAt) : '';
  return (
    <li className="flex min-h-16 flex-wrap items-center gap-x-3 gap-y-1 border-line border-t py-2 first:border-t-0">
      {profileId ? (
        <Avatar src={person.avatar} />
      ) : (
        <span className="flex size-11 shrink-0 items-center justify-center rounded-pill bg-surface-3 text-muted">
          <Link2 size={20} aria-hidden />
        </span>
      )}
      <span className="min-w-24 flex-1">
        <span className="block wrap-anywhere font-semibold">{name}</span>
        <span className="block text-meta text-muted">
          {state === 'asked' ? (
            profileId ? (
              <Trans>Asked on Vlam on {asked}</Trans>
            ) : (
              <Trans>Link made on {asked}</Trans>
            )
          ) : state === 'yes' ? (
            <Trans>Said yes on {answered}</Trans>
          ) : state === 'no' ? (
            <Trans>Said no on {answered}</Trans>
          ) : (
            <Trans>Took the yes back on {answered}</Trans>
          )}
        </span>
      </span>
      <ConsentTag state={state} isOver={isOver} />
      {state === 'asked' ? (
        <IconButton label={t`Withdraw the request to ${name}`} disabled={busy} onClick={onWithdraw} className="ml-auto">
          <X size={20} />
        </IconButton>
      ) : null}
    </li>
  );
}
