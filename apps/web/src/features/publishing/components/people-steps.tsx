import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import Check from 'lucide-react/icons/check';
import Copy from 'lucide-react/icons/copy';
import Search from 'lucide-react/icons/search';
import { useEffect, useState } from 'react';
import { Avatar } from '../../../components/ui/avatar.tsx';
import { Button } from '../../../components/ui/button.tsx';
import { Field } from '../../../components/ui/field.tsx';
import { FormSheet } from '../../../components/ui/form-sheet.tsx';
import { Sheet } from '../../../components/ui/sheet.tsx';
import { TextInput } from '../../../components/ui/text-input.tsx';
import { queryOf } from '../../../lib/api.ts';
import { copyText } from '../../../lib/helpers/copy-text.ts';

interface StepProps {
  open: boolean;
  onClose(): void;
  onBack(): void;
}

/** A name that is the text, then those that begin with it, then those that hold it; each as the server ranked them. */
function byName<Person extends { displayName: string }>(people: readonly Person[], text: string): Person[] {
  const wanted = text.toLowerCase();
  const rank = ({ displayName }: Person) => {
    const name = displayName.toLowerCase();
    return name === wanted ? 0 : name.startsWith(wanted) ? 1 : name.includes(wanted) ? 2 : 3;
  };
  return people.toSorted((one, other) => rank(one) - rank(other));
}

/** Debounce in milliseconds. */
const debounceMs = 220;
const maxNameLength = 100;

/** Finds a member by name; picking one sends the request. */
export function MemberStep({
  busy,
  onPick,
  ...sheet
}: StepProps & { busy: boolean; onPick(person: { profileId: string; name: string }): void }) {
  const { t } = useLingui();
  const [text, setText] = useState('');
  const [query, setQuery] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => setQuery(text.trim()), debounceMs);
    return () => clearTimeout(timer);
  }, [text]);
  const isSearching = query.length >= 2;
  const { data, isError, isFetching } = useQuery({
    ...queryOf('searchProfiles', { query: { q: query } }),
    enabled: isSearching,
    gcTime: 60_000,
    placeholderData: (previous) => previous,
  });
  const listed = isSearching && data ? byName([...data.creators, ...data.people], query) : [];
  const isEmpty = isSearching && data !== undefined && !isFetching && listed.length === 0;
  return (
    <Sheet
      open={sheet.open}
      onClose={sheet.onClose}
      locked={busy}
      title={<Trans>Ask a member</Trans>}
      intro={<Trans>They get a notice, see the picture and answer for themselves.</Trans>}
      actions={
        <Button onClick={sheet.onBack} disabled={busy}>
          <Trans>Back</Trans>
        </Button>
      }
    >
      <Field label={<Trans>Name</Trans>}>
        <TextInput
          name="member"
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
          before={<Search size={18} />}
          inputMode="search"
          autoComplete="off"
          spellCheck={false}
          maxLength={60}
          className="pl-11!"
        />
      </Field>
      <p role="status" className={isEmpty || isError ? 'mt-2 text-muted text-sm' : 'sr-only'}>
        {isError
          ? t`Search didn't answer. Check your connection and type again.`
          : isEmpty
            ? t`No member found for ${query}`
            : ''}
      </p>
      <ul aria-label={t`Members found`} className="mt-2">
        {listed.map(({ id, displayName, location, avatar }) => (
          <li key={id} className="border-line border-t first:border-t-0">
            <button
              type="button"
              disabled={busy}
              onClick={() => onPick({ profileId: id, name: displayName })}
              className="press flex min-h-14 w-full items-center gap-3 rounded-sm px-1 py-1.5 text-left hover:bg-surface-2"
            >
              <Avatar src={avatar} />
              <span className="min-w-0 flex-1">
                <span className="block wrap-anywhere font-semibold">{displayName}</span>
                <span className="block text-meta text-muted">{location}</span>
              </span>
            </button>
          </li>
        ))}
      </ul>
    </Sheet>
  );
}

/** Names a person without an account, who gets a private link. */
export function LinkStep({ busy, onName, ...sheet }: StepProps & { busy: boolean; onName(name: string): void }) {
  const [name, setName] = useState('');
  const [submitted, setSubmitted] = useState(false);
  const trimmed = name.trim();
  return (
    <FormSheet
      open={sheet.open}
      onClose={sheet.onClose}
      onCancel={sheet.onBack}
      cancel={<Trans>Back</Trans>}
      title={<Trans>Someone without an account</Trans>}
      intro={<Trans>They see the picture and answer with their name, date of birth and document.</Trans>}
      action={<Trans>Make a private link</Trans>}
      busyLabel={<Trans>Making the link</Trans>}
      busy={busy}
      onSubmit={() => {
        setSubmitted(true);
        if (trimmed) onName(trimmed);
      }}
    >
      <Field
        label={<Trans>Their name</Trans>}
        error={submitted && !trimmed ? <Trans>Name is required</Trans> : undefined}
      >
        <TextInput
          name="person"
          value={name}
          maxLength={maxNameLength}
          autoComplete="off"
          onChange={(event) => setName(event.currentTarget.value)}
        />
      </Field>
    </FormSheet>
  );
}

/** The link, shown this once. */
export function MadeLink({ name, link, ...sheet }: StepProps & { name: string; link: string }) {
  const { t } = useLingui();
  const [copied, setCopied] = useState<boolean | null>(null);
  return (
    <Sheet
      open={sheet.open}
      onClose={sheet.onClose}
      title={<Trans>A link for {name}</Trans>}
      intro={<Trans>Send it to {name} only. It is shown this once and works for 14 days.</Trans>}
      actions={
        <>
          <Button onClick={sheet.onBack}>
            <Trans>Done</Trans>
          </Button>
          <Button
            variant="bone"
            icon={copied ? <Check size={18} /> : <Copy size={18} />}
            onClick={async () => setCopied(await copyText(link))}
          >
            {copied ? <Trans>Copied</Trans> : <Trans>Copy the link</Trans>}
          </Button>
        </>
      }
    >
      <Field label={<Trans>Private link</Trans>}>
        <TextInput name="link" value={link} readOnly onFocus={(event) => event.currentTarget.select()} />
      </Field>
      <p role="status" className={copied === false ? 'mt-2 text-muted text-sm' : 'sr-only'}>
        {copied === null ? '' : copied ? t`Copied` : t`Copying is blocked here. Select the link and copy it yourself.`}
      </p>
    </Sheet>
  );
}
