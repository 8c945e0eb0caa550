import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { broadcastDaysAhead } from '@vlam/contract/messaging-creators';
import { messageLength } from '@vlam/contract/rules/messaging';
import { toVisibleText } from '@vlam/contract/rules/visible-text';
import { useEffect, useState } from 'react';
import { creditsOf } from '../../../components/pay/credit-field.tsx';
import { Segment } from '../../../components/ui/choice.tsx';
import { DateTimeFields } from '../../../components/ui/date-time-fields.tsx';
import { Field } from '../../../components/ui/field.tsx';
import { FormSheet } from '../../../components/ui/form-sheet.tsx';
import { TextArea } from '../../../components/ui/text-input.tsx';
import { api, fieldErrorsOf, keyOf } from '../../../lib/api.ts';
import { formatDate, formatTime } from '../../../lib/format.ts';
import { useIntent } from '../../../lib/helpers/idempotency.ts';
import { nextQuarterHour, toIsoTime } from '../../../lib/johannesburg-time.ts';
import { toast } from '../../../lib/toast.ts';
import { useFailure } from '../../../lib/use-failure.ts';
import { refetchLists } from '../threads/api.ts';
import { AttachField, nothingAttached } from './attach-field.tsx';
import { BroadcastAlso, type Further, isBadFurther } from './broadcast-also.tsx';
import { AudienceField, type ChosenAudience, PriceLine, useAudienceName } from './broadcast-audience.tsx';
import { audienceOf, BroadcastFilters, type Filters } from './broadcast-filters.tsx';
import { BroadcastList } from './broadcast-list.tsx';
import { BroadcastPreview } from './broadcast-preview.tsx';

type Draft = Omit<Parameters<typeof api.sendBroadcast>[0]['body'], 'clientId'>;
type Reach = Parameters<typeof api.previewBroadcast>[0]['body'];

const pauseMs = 300;

/** One message to many members: audiences, text, the prices of its media, and when it goes out. */
export function BroadcastSheet({ onClose }: { onClose(): void }) {
  const { t } = useLingui();
  const fail = useFailure();
  const client = useQueryClient();
  const nameOf = useAudienceName();
  const [chosen, setChosen] = useState<ChosenAudience>({ kind: 'subscribers' });
  const [filters, setFilters] = useState<Filters>({});
  const [further, setFurther] = useState<Further[]>([]);
  const [content, setContent] = useState('');
  const [attached, setAttached] = useState(nothingAttached);
  const [isLater, setLater] = useState(false);
  const [time, setTime] = useState(() => nextQuarterHour(new Date(), 60));
  const [isChecking, setIsChecking] = useState(false);
  const { audience, invalidFilters } = audienceOf(chosen.kind, filters, chosen.listId);
  const { mediaId, price, isPending, isBadPrice } = attached;
  const reach: Reach = {
    audience,
    ...(mediaId ? { price } : {}),
    ...(further.length > 0
      ? {
          also: further.map((one) => ({
            audience: audienceOf(one.audience.kind, {}, one.audience.listId).audience,
            price: mediaId && !isBadFurther(one) ? creditsOf(one.price) : 0,
          })),
        }
      : {}),
  };
  const counted = useReach(reach);
  const recipients = invalidFilters.length > 0 ? undefined : counted?.recipients;
  const scheduledAt = isLater ? toIsoTime(time) : undefined;
  const at = scheduledAt ? `${formatDate(scheduledAt)}, ${formatTime(scheduledAt)}` : null;
  // A retry after a lost response keeps its idempotency key; an edited text gets a new one.
  const send = useIntent<Draft, Awaited<ReturnType<typeof api.sendBroadcast>>>({
    call: (draft, clientId) => api.sendBroadcast({ body: { ...draft, clientId } }),
    onSuccess: (sent) => {
      void client.invalidateQueries({ queryKey: keyOf('listBroadcasts') });
      refetchLists(client);
      if (sent.scheduledAt) toast({ title: t`Scheduled`, text: at ?? '' });
      else toast({ title: t`On its way`, text: t`To ${sent.recipients} people` });
      onClose();
    },
    onError: (failure) => {
      void client.invalidateQueries({ queryKey: keyOf('listBroadcasts') });
      const wrong = fieldErrorsOf(failure);
      if (wrong.content || wrong.scheduledAt) setIsChecking(false);
      else fail(failure);
    },
  });
  const wrong = fieldErrorsOf(send.error);
  const isEmpty = !toVisibleText(content) && !mediaId;
  const isUnfinished = isPending || isBadPrice || (mediaId !== null && further.some(isBadFurther));
  // Nobody may be in the audience yet when it is to go out later.
  const reachesNobody = isLater ? !scheduledAt || recipients === undefined : !recipients;
  return (
    <FormSheet
      title={isChecking ? <Trans>Check it once more</Trans> : <Trans>Message many at once</Trans>}
      intro={<Trans>Each of them gets it in their own conversation with you.</Trans>}
      onClose={onClose}
      {...(isChecking ? { cancel: <Trans>Change it</Trans>, onCancel: () => setIsChecking(false) } : {})}
      busy={send.isPending}
      busyLabel={<Trans>Sending</Trans>}
      disabled={isEmpty || isUnfinished || reachesNobody}
      action={
        !isChecking ? (
          <Trans>Preview</Trans>
        ) : at ? (
          <Trans>Schedule for {at}</Trans>
        ) : (
          <Plural value={recipients ?? 0} one="Send to # person" other="Send to # people" />
        )
      }
      onSubmit={() => {
        if (!isChecking) return setIsChecking(true);
        send.mutate({
          ...reach,
          ...(toVisibleText(content) ? { content: toVisibleText(content) } : {}),
          ...(mediaId ? { mediaId } : {}),
          ...(scheduledAt ? { scheduledAt } : {}),
        });
      }}
    >
      {isChecking ? (
        <BroadcastPreview
          audience={[chosen, ...further.map((one) => one.audience)].map(nameOf).join(', ')}
          recipients={recipients}
          prices={counted?.prices ?? []}
          scheduledFor={at}
          content={toVisibleText(content)}
          media={mediaId ? { price } : null}
        />
      ) : null}
      {/* Stays mounted, to keep the attached file. */}
      <div hidden={isChecking} className={isChecking ? undefined : 'grid grid-cols-1 gap-5'}>
        <AudienceField label={<Trans>Who gets it</Trans>} name="kind" value={chosen} onChange={setChosen} />
        <BroadcastFilters kind={chosen.kind} typed={filters} onChange={setFilters} />
        <Field label={<Trans>Message</Trans>} error={wrong.content}>
          <TextArea
            name="content"
            rows={4}
            maxLength={messageLength}
            value={content}
            onChange={(event) => setContent(event.currentTarget.value)}
          />
        </Field>
        <AttachField onChange={setAttached} />
        <BroadcastAlso further={further} hasMedia={mediaId !== null} onChange={setFurther} />
        <div role="status">
          <p className="flex items-baseline gap-2">
            <span className="num text-[1.75rem]">{recipients ?? '…'}</span>
            <span className="text-muted text-sm">
              <Plural value={recipients ?? 2} one="person gets it" other="people get it" />
            </span>
          </p>
          <PriceLine prices={counted?.prices ?? []} />
        </div>
        <Segment
          label={t`When it goes out`}
          options={[
            { value: 'now', label: <Trans>Send now</Trans> },
            { value: 'later', label: <Trans>At a time</Trans> },
          ]}
          value={isLater ? 'later' : 'now'}
          onChange={(value) => setLater(value === 'later')}
        />
        {isLater ? (
          <DateTimeFields value={time} onChange={setTime} daysAhead={broadcastDaysAhead} error={wrong.scheduledAt} />
        ) : null}
        <BroadcastList />
      </div>
    </FormSheet>
  );
}

/** How many people a broadcast would reach now, at which prices; undefined while counting. */
function useReach(reach: Reach) {
  const text = JSON.stringify(reach);
  const [countedText, setCountedText] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setCountedText(text), pauseMs);
    return () => clearTimeout(timer);
  }, [text]);
  const body: Reach = JSON.parse(countedText);
  const { data } = useQuery({
    queryKey: keyOf('previewBroadcast', { body }),
    queryFn: ({ signal }) => api.previewBroadcast({ body, signal }),
    staleTime: 0,
    placeholderData: (before) => before,
  });
  return data;
}
