import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import Check from 'lucide-react/icons/check';
import MessageSquareReply from 'lucide-react/icons/message-square-reply';
import { Avatar } from '../../../components/ui/avatar.tsx';
import { Button } from '../../../components/ui/button.tsx';
import { useDistance } from '../../../components/ui/person-labels.tsx';
import { PostedAge } from '../../../components/ui/posted-age.tsx';
import { SafetyMenu } from '../../../components/ui/safety-menu.tsx';
import { Tag } from '../../../components/ui/tag.tsx';
import { Link } from '../../../lib/router.tsx';
import { toast } from '../../../lib/toast.ts';
import { useFailure } from '../../../lib/use-failure.ts';
import { type TonightRequest, useDeleteTonight } from '../api.ts';
import { tonightCategoryLabels } from '../labels.ts';

interface TonightRowProps {
  request: TonightRequest;
  onRespond(request: TonightRequest): void;
  onRead(request: TonightRequest): void;
}

/** One request for tonight: member, place, text, and a reply button. */
export function TonightRow({ request, onRespond, onRead }: TonightRowProps) {
  const { t, i18n } = useLingui();
  const { person, responseCount: answers } = request;
  const distance = useDistance()(person);
  const remove = useDeleteTonight({
    onSuccess: () => toast({ title: t`Taken down` }),
    onError: useFailure(),
  });
  const answerCountText = t`${plural(answers, { one: '# answer', other: '# answers' })}`;
  const place = distance && !request.isOwn ? `${request.location} · ${distance}` : request.location;
  return (
    <article aria-label={person.displayName} data-tonight={request.id} className="flex gap-3">
      <Link to="/profile/:id" params={{ id: person.id }} tabIndex={-1} aria-hidden className="shrink-0">
        <Avatar src={person.avatarUrl} size={48} online={person.isOnline} />
      </Link>
      <div className="min-w-0 flex-1">
        <div className="flex items-start justify-between gap-2">
          <p className="min-w-0 pt-0.5">
            <Link to="/profile/:id" params={{ id: person.id }} className="font-semibold hover:text-ember-text">
              {person.age === null ? person.displayName : `${person.displayName}, ${person.age}`}
            </Link>{' '}
            <span className="text-faint text-meta max-sm:block">
              {place} · <PostedAge at={request.timePosted} rule="feed" />
            </span>
          </p>
          <Tag tone="outline" className="shrink-0">
            {i18n._(tonightCategoryLabels[request.category])}
          </Tag>
        </div>
        <p className="mt-1 break-words text-muted">{request.text}</p>
        <div className="-ml-1 mt-1.5 flex flex-wrap items-center gap-1">
          {request.isOwn ? (
            <>
              <Button size="sm" disabled={answers === 0} onClick={() => onRead(request)}>
                {answers === 0 ? <Trans>No answers yet</Trans> : t`Read ${answerCountText}`}
              </Button>
              <Button
                size="sm"
                variant="ghost"
                busy={remove.isPending}
                busyLabel={<Trans>Taking down</Trans>}
                onClick={() => remove.mutate(request.id)}
              >
                <Trans>Take down</Trans>
              </Button>
            </>
          ) : (
            <>
              {request.responded ? (
                <span className="inline-flex min-h-11 items-center gap-1.5 px-1 font-semibold text-online text-sm">
                  <Check size={18} aria-hidden />
                  <Trans>Answered</Trans>
                </span>
              ) : (
                <Button
                  size="sm"
                  variant="ghost"
                  className="px-1! hover:bg-transparent! hover:text-ember-text"
                  icon={<MessageSquareReply size={18} />}
                  aria-label={t`Answer ${person.displayName}`}
                  onClick={() => onRespond(request)}
                >
                  <Trans>Answer</Trans>
                </Button>
              )}
              <span className="px-2 text-faint text-sm tabular-nums">{answerCountText}</span>
              <span className="ml-auto">
                <SafetyMenu
                  person={person}
                  target={{ type: 'tonight', id: request.id }}
                  reportTitle={<Trans>Report this request</Trans>}
                />
              </span>
            </>
          )}
        </div>
      </div>
    </article>
  );
}
