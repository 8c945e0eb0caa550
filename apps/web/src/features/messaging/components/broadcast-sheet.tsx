import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { wordsOf } from '@vlam/contract/rules/message-words';
import { messageLength } from '@vlam/contract/rules/messaging';
import ChevronDown from 'lucide-react/icons/chevron-down';
import SlidersHorizontal from 'lucide-react/icons/sliders-horizontal';
import { useEffect, useState } from 'react';
import { Field } from '../../../components/ui/field.tsx';
import { FormSheet } from '../../../components/ui/form-sheet.tsx';
import { Select } from '../../../components/ui/select.tsx';
import { TextArea, TextInput } from '../../../components/ui/text-input.tsx';
import { api, fieldErrorsOf, keyOf, messageOf, queryOf } from '../../../lib/api.ts';
import { toast, toastError } from '../../../lib/toast.ts';
import { readLists } from '../api.ts';
import { AttachField, nothingAttached } from './attach-field.tsx';
import { BroadcastList } from './broadcast-list.tsx';

type Audience = Parameters<typeof api.sendBroadcast>[0]['body']['audience'];
type Kind = Audience['kind'];

const kinds: Record<Kind, MessageDescriptor> = {
  subscribers: msg`Subscribers`,
  'past-subscribers': msg`Past subscribers`,
  followers: msg`Followers`,
  buyers: msg`Everybody who has bought from you`,
};
/** What the days are counted from. */
const sinceWords: Record<Kind, MessageDescriptor> = {
  subscribers: msg`Subscribed in the last`,
  'past-subscribers': msg`Subscribed in the last`,
  followers: msg`Followed in the last`,
  buyers: msg`Bought in the last`,
};
const pauseMs = 300;
const wholeOf = (text: string) => (/^\d{1,6}$/.test(text.trim()) && Number(text) > 0 ? Number(text) : undefined);

/** One message to many: whom it reaches, what it says, and what opening its picture costs. */
export function BroadcastSheet({ onClose }: { onClose(): void }) {
  const { t, i18n } = useLingui();
  const client = useQueryClient();
  const [kind, setKind] = useState<Kind>('subscribers');
  const [days, setDays] = useState('');
  const [spent, setSpent] = useState('');
  const [ending, setEnding] = useState('');
  const [here, setHere] = useState('');
  const [content, setContent] = useState('');
  const [attached, setAttached] = useState(nothingAttached);
  const [clientId] = useState(() => crypto.randomUUID());
  const withinDays = wholeOf(days);
  const minimumSpent = wholeOf(spent);
  const endingWithinDays = kind === 'subscribers' ? wholeOf(ending) : undefined;
  const activeWithinDays = wholeOf(here);
  const audience: Audience = {
    kind,
    ...(withinDays ? { withinDays: Math.min(365, withinDays) } : {}),
    ...(minimumSpent ? { minimumSpent } : {}),
    ...(endingWithinDays ? { endingWithinDays: Math.min(30, endingWithinDays) } : {}),
    ...(activeWithinDays ? { activeWithinDays: Math.min(365, activeWithinDays) } : {}),
  };
  const filters = Object.keys(audience).length - 1;
  const recipients = useRecipients(audience);
  const { mediaId, price, isPending, isBadPrice } = attached;
  const send = useMutation({
    mutationFn: () =>
      api.sendBroadcast({
        body: {
          clientId,
          audience,
          ...(wordsOf(content) ? { content: wordsOf(content) } : {}),
          ...(mediaId ? { mediaId, price } : {}),
        },
      }),
    onSuccess: (sent) => {
      void client.invalidateQueries({ queryKey: keyOf('listBroadcasts') });
      readLists(client);
      toast({ title: t`On its way`, text: t`To ${sent.recipients} people` });
      onClose();
    },
    onError: (failure) => {
      if (!fieldErrorsOf(failure).content)
        toastError(t`Error`, messageOf(failure) ?? t`The connection dropped. Try again.`);
    },
  });
  const isEmpty = !wordsOf(content) && !mediaId;
  return (
    <FormSheet
      title={<Trans>Message many at once</Trans>}
      intro={<Trans>Each of them gets it in their own conversation with you.</Trans>}
      onClose={onClose}
      busy={send.isPending}
      busyLabel={<Trans>Sending</Trans>}
      disabled={isEmpty || isPending || isBadPrice || !recipients}
      action={
        recipients ? <Plural value={recipients} one="Send to # person" other="Send to # people" /> : <Trans>Send</Trans>
      }
      onSubmit={() => send.mutate()}
    >
      <Field label={<Trans>Who gets it</Trans>}>
        <Select
          name="kind"
          value={kind}
          onChange={(event) => setKind(event.currentTarget.value as Kind)}
          options={(Object.keys(kinds) as Kind[]).map((value) => ({ value, label: i18n._(kinds[value]) }))}
        />
      </Field>
      <details className="group/more -mt-2">
        <summary className="flex min-h-11 cursor-pointer items-center gap-2 font-semibold text-sm">
          <SlidersHorizontal size={18} aria-hidden />
          <Trans>Narrow it down</Trans>
          {filters > 0 ? (
            <span className="font-normal text-ember-text">
              <Plural value={filters} one="# filter on" other="# filters on" />
            </span>
          ) : null}
          <ChevronDown size={18} aria-hidden className="ml-auto text-faint group-open/more:rotate-180" />
        </summary>
        <div className="grid grid-cols-2 items-end gap-3 pt-1 pb-3">
          <Field label={i18n._(sinceWords[kind])} aside={<Trans>days</Trans>}>
            <TextInput
              name="days"
              type="number"
              min={1}
              max={365}
              inputMode="numeric"
              placeholder={t`Any time`}
              value={days}
              onChange={(event) => setDays(event.currentTarget.value)}
            />
          </Field>
          <Field label={<Trans>Spent at least</Trans>} aside={<Trans>credits</Trans>}>
            <TextInput
              name="spent"
              type="number"
              min={1}
              inputMode="numeric"
              placeholder={t`Any amount`}
              value={spent}
              onChange={(event) => setSpent(event.currentTarget.value)}
            />
          </Field>
          <Field label={<Trans>Online in the last</Trans>} aside={<Trans>days</Trans>}>
            <TextInput
              name="here"
              type="number"
              min={1}
              max={365}
              inputMode="numeric"
              placeholder={t`Any time`}
              value={here}
              onChange={(event) => setHere(event.currentTarget.value)}
            />
          </Field>
          {kind === 'subscribers' ? (
            <Field
              label={<Trans comment="The paid time of a subscription">Ends within</Trans>}
              aside={<Trans>days</Trans>}
            >
              <TextInput
                name="ending"
                type="number"
                min={1}
                max={30}
                inputMode="numeric"
                placeholder={t`Any time`}
                value={ending}
                onChange={(event) => setEnding(event.currentTarget.value)}
              />
            </Field>
          ) : null}
        </div>
      </details>
      <p role="status" className="-mt-3 flex items-baseline gap-2">
        <span className="num text-[28px]">{recipients ?? '…'}</span>
        <span className="text-muted text-sm">
          <Plural value={recipients ?? 2} one="person gets it" other="people get it" />
        </span>
      </p>
      <Field label={<Trans>Message</Trans>} error={fieldErrorsOf(send.error).content}>
        <TextArea
          name="content"
          rows={4}
          maxLength={messageLength}
          value={content}
          onChange={(event) => setContent(event.currentTarget.value)}
        />
      </Field>
      <AttachField onChange={setAttached} />
      <BroadcastList />
    </FormSheet>
  );
}

/** How many a message would reach, as the filters stand; undefined while it is counted. */
function useRecipients(audience: Audience): number | undefined {
  const text = JSON.stringify(audience);
  const [asked, setAsked] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setAsked(text), pauseMs);
    return () => clearTimeout(timer);
  }, [text]);
  const { kind, withinDays, minimumSpent, endingWithinDays, activeWithinDays }: Audience = JSON.parse(asked);
  const query = {
    kind,
    ...(withinDays ? { withinDays: String(withinDays) } : {}),
    ...(minimumSpent ? { minimumSpent: String(minimumSpent) } : {}),
    ...(endingWithinDays ? { endingWithinDays: String(endingWithinDays) } : {}),
    ...(activeWithinDays ? { activeWithinDays: String(activeWithinDays) } : {}),
  };
  const { data } = useQuery({
    ...queryOf('countAudience', { query }),
    staleTime: 0,
    placeholderData: (before) => before,
  });
  return data?.recipients;
}
