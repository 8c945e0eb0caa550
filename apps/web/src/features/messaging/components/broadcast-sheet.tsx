import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { messageLength } from '@vlam/contract/rules/messaging';
import { toVisibleText } from '@vlam/contract/rules/visible-text';
import { useEffect, useState } from 'react';
import { Field } from '../../../components/ui/field.tsx';
import { FormSheet } from '../../../components/ui/form-sheet.tsx';
import { Select } from '../../../components/ui/select.tsx';
import { TextArea } from '../../../components/ui/text-input.tsx';
import { api, fieldErrorsOf, keyOf, queryOf } from '../../../lib/api.ts';
import { useIntent } from '../../../lib/helpers/idempotency.ts';
import { toast } from '../../../lib/toast.ts';
import { useFailure } from '../../../lib/use-failure.ts';
import { refetchLists } from '../threads/api.ts';
import { AttachField, nothingAttached } from './attach-field.tsx';
import { type Audience, type AudienceKind, audienceOf, BroadcastFilters, type Filters } from './broadcast-filters.tsx';
import { BroadcastList } from './broadcast-list.tsx';
import { BroadcastPreview } from './broadcast-preview.tsx';

type Draft = Omit<Parameters<typeof api.sendBroadcast>[0]['body'], 'clientId'>;

const audienceNames: Record<AudienceKind, MessageDescriptor> = {
  subscribers: msg`Subscribers`,
  'past-subscribers': msg`Past subscribers`,
  followers: msg`Followers`,
  buyers: msg`Everybody who has bought from you`,
};
const pauseMs = 300;

/** One message to many members: audience, text, and the price of its media. */
export function BroadcastSheet({ onClose }: { onClose(): void }) {
  const { t, i18n } = useLingui();
  const fail = useFailure();
  const client = useQueryClient();
  const [kind, setKind] = useState<AudienceKind>('subscribers');
  const [filters, setFilters] = useState<Filters>({});
  const [content, setContent] = useState('');
  const [attached, setAttached] = useState(nothingAttached);
  const [isChecking, setIsChecking] = useState(false);
  const { audience, invalidFilters } = audienceOf(kind, filters);
  const counted = useRecipients(audience);
  const recipients = invalidFilters.length > 0 ? undefined : counted;
  const { mediaId, price, isPending, isBadPrice } = attached;
  // A retry after a lost response keeps its idempotency key; an edited text gets a new one.
  const send = useIntent<Draft, Awaited<ReturnType<typeof api.sendBroadcast>>>({
    call: (draft, clientId) => api.sendBroadcast({ body: { ...draft, clientId } }),
    onSuccess: (sent) => {
      void client.invalidateQueries({ queryKey: keyOf('listBroadcasts') });
      refetchLists(client);
      toast({ title: t`On its way`, text: t`To ${sent.recipients} people` });
      onClose();
    },
    onError: (failure) => {
      void client.invalidateQueries({ queryKey: keyOf('listBroadcasts') });
      if (fieldErrorsOf(failure).content) setIsChecking(false);
      else fail(failure);
    },
  });
  const isEmpty = !toVisibleText(content) && !mediaId;
  return (
    <FormSheet
      title={isChecking ? <Trans>Check it once more</Trans> : <Trans>Message many at once</Trans>}
      intro={<Trans>Each of them gets it in their own conversation with you.</Trans>}
      onClose={onClose}
      {...(isChecking ? { cancel: <Trans>Change it</Trans>, onCancel: () => setIsChecking(false) } : {})}
      busy={send.isPending}
      busyLabel={<Trans>Sending</Trans>}
      disabled={isEmpty || isPending || isBadPrice || !recipients}
      action={
        isChecking && recipients ? (
          <Plural value={recipients} one="Send to # person" other="Send to # people" />
        ) : (
          <Trans>Preview</Trans>
        )
      }
      onSubmit={() => {
        if (!isChecking) return setIsChecking(true);
        send.mutate({
          audience,
          ...(toVisibleText(content) ? { content: toVisibleText(content) } : {}),
          ...(mediaId ? { mediaId, price } : {}),
        });
      }}
    >
      {isChecking ? (
        <BroadcastPreview
          audience={i18n._(audienceNames[kind])}
          recipients={recipients}
          content={toVisibleText(content)}
          media={mediaId ? { price } : null}
        />
      ) : null}
      {/* Stays mounted, to keep the attached file. */}
      <div hidden={isChecking} className={isChecking ? undefined : 'grid grid-cols-1 gap-5'}>
        <Field label={<Trans>Who gets it</Trans>}>
          <Select
            name="kind"
            value={kind}
            onChange={(event) => setKind(event.currentTarget.value as AudienceKind)}
            options={(Object.keys(audienceNames) as AudienceKind[]).map((value) => ({
              value,
              label: i18n._(audienceNames[value]),
            }))}
          />
        </Field>
        <BroadcastFilters kind={kind} typed={filters} onChange={setFilters} />
        <p role="status" className="-mt-3 flex items-baseline gap-2">
          <span className="num text-[1.75rem]">{recipients ?? '…'}</span>
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
      </div>
    </FormSheet>
  );
}

/** Number of members the filters match; undefined while counting. */
function useRecipients(audience: Audience): number | undefined {
  const text = JSON.stringify(audience);
  const [countedAudience, setCountedAudience] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setCountedAudience(text), pauseMs);
    return () => clearTimeout(timer);
  }, [text]);
  const { kind, withinDays, minimumSpent, endingWithinDays, activeWithinDays }: Audience = JSON.parse(countedAudience);
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
