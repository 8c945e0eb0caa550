import { Plural, Trans, useLingui } from '@lingui/react/macro';
import Ban from 'lucide-react/icons/ban';
import CircleCheck from 'lucide-react/icons/circle-check';
import Clock from 'lucide-react/icons/clock';
import Handshake from 'lucide-react/icons/handshake';
import Scale from 'lucide-react/icons/scale';
import Undo from 'lucide-react/icons/undo-2';
import type { ReactNode } from 'react';
import { Avatar } from '../../../components/ui/avatar.tsx';
import { CreditPrice } from '../../../components/ui/credit-price.tsx';
import { useEarnedLabel } from '../../../components/ui/earned-label.ts';
import { PostedAge } from '../../../components/ui/posted-age.tsx';
import { SafetyMenu } from '../../../components/ui/safety-menu.tsx';
import { Tag } from '../../../components/ui/tag.tsx';
import { earnedRand } from '../../../lib/credit-value.ts';
import { formatDate, formatTime } from '../../../lib/format.ts';
import { languageStore } from '../../../lib/language.ts';
import { useStore } from '../../../lib/store.ts';
import type { ContentRequestView } from '../api.ts';
import { deliveryEstimateLabels, requestStatusLabels, requestTypeLabels } from '../labels.ts';

const icons: Record<ContentRequestView['status'], ReactNode> = {
  pending: <Clock />,
  accepted: <Handshake />,
  completed: <CircleCheck />,
  declined: <Ban />,
  withdrawn: <Undo />,
  lapsed: <Undo />,
  disputed: <Scale />,
  resolved: <Scale />,
};

/** A request with its price and status. `children` are its actions. */
export function RequestCard({ request, children }: { request: ContentRequestView; children: ReactNode }) {
  const { i18n } = useLingui();
  const language = useStore(languageStore);
  const { status, isOwn, isExclusive, deadline, showAt } = request;
  const other = isOwn ? request.creator : request.requester;
  const { tone, label } = requestStatusLabels[status];
  return (
    <article data-request={request.id} className="rounded-card bg-surface-1 p-4.5 sm:p-6">
      <header className="flex items-center gap-3">
        <Avatar src={other.avatar} />
        <div className="min-w-0 flex-1">
          <p className="wrap-anywhere font-semibold">{other.displayName}</p>
          <p className="text-faint text-meta">
            <PostedAge at={request.createdAt} rule="list" />
          </p>
        </div>
        <Tag tone={tone} icon={icons[status]}>
          {i18n._(label)}
        </Tag>
        <SafetyMenu
          person={other}
          target={{ type: 'request', id: request.id }}
          reportTitle={<Trans>Report this request</Trans>}
        />
      </header>
      <h2 className="d4 mt-4 break-words">{request.title}</h2>
      <p className="mt-1.5 whitespace-pre-line break-words text-muted">{request.description}</p>
      {request.offer ? (
        <p className="mt-1.5 break-words text-muted text-sm">
          <Trans comment="What an offer of the menu said it delivers">To be delivered: {request.offer.delivers}</Trans>
        </p>
      ) : null}
      <div className="mt-4 flex flex-wrap items-center gap-x-4 gap-y-2">
        <CreditPrice credits={request.totalPrice} ofAnother={!isOwn} />
        <span className="flex flex-wrap gap-1.5">
          <Tag>{i18n._(requestTypeLabels[request.contentType])}</Tag>
          {isExclusive ? (
            <Tag>
              <Trans>Exclusive, +30%</Trans>
            </Tag>
          ) : null}
          {showAt ? (
            <Tag icon={<Clock />}>
              <Trans>
                {formatDate(showAt, language)} at {formatTime(showAt)}
              </Trans>
            </Tag>
          ) : deadline ? (
            <Tag icon={<Clock />}>
              <Trans>
                by {formatDate(deadline, language)}, {formatTime(deadline)}
              </Trans>
            </Tag>
          ) : null}
        </span>
      </div>
      <StatusText request={request} />
      {children}
    </article>
  );
}

/** What the status means for this member. */
function StatusText({ request }: { request: ContentRequestView }) {
  const { i18n } = useLingui();
  const earnedLabel = useEarnedLabel();
  const { status, isOwn, isCounterOffer, acceptedPrice, estimatedDelivery, additionalNotes, reason } = request;
  const estimate = estimatedDelivery ? i18n._(deliveryEstimateLabels[estimatedDelivery]) : null;
  const quote = (text: string | null) =>
    text ? <p className="mt-2 break-words text-muted text-sm">“{text}”</p> : null;
  return (
    <div className="mt-4 border-line border-t pt-3.5 text-sm empty:hidden">
      {status === 'pending' && isCounterOffer ? (
        <p className="font-semibold text-warning">
          {isOwn ? (
            <Trans>
              {request.creator.displayName} asks for{' '}
              <Plural value={acceptedPrice ?? 0} one="# credit" other="# credits" />
              {request.isExclusive ? ' + 30%' : ''}.
            </Trans>
          ) : (
            <Trans>Your counter-offer waits for an answer.</Trans>
          )}
        </p>
      ) : status === 'pending' ? (
        <p className="text-muted">
          {isOwn ? (
            <Trans>
              <Plural value={request.heldPrice} one="# credit is" other="# credits are" /> held until it is decided.
            </Trans>
          ) : (
            <Trans>You keep {earnedRand(request.creatorShare)}.</Trans>
          )}
        </p>
      ) : status === 'accepted' ? (
        <p className="font-semibold text-info">
          {request.showAt ? (
            isOwn ? (
              <Trans>Request accepted! The show is for you alone, and you are told when it begins.</Trans>
            ) : (
              <Trans>Yours to begin, from 15 minutes before its time.</Trans>
            )
          ) : isOwn ? (
            <Trans>Request accepted! Content will be delivered soon.</Trans>
          ) : (
            <Trans>Yours to make.</Trans>
          )}
        </p>
      ) : status === 'completed' ? (
        <p className="text-muted">
          {isOwn ? (
            <Trans>Delivered to you alone.</Trans>
          ) : (
            <Trans>
              Delivered. {earnedLabel.full({ credits: request.creatorShare, held: request.creatorHeld })}:{' '}
              <Plural value={request.creatorShare} one="# credit" other="# credits" />.
            </Trans>
          )}
        </p>
      ) : status === 'disputed' ? (
        <p className="text-muted">
          {isOwn ? (
            <Trans>
              Moderation is looking at it. <Plural value={request.heldPrice} one="# credit is" other="# credits are" />{' '}
              held until they decide.
            </Trans>
          ) : (
            <Trans>Moderation is looking at it. Your {earnedRand(request.creatorShare)} waits until they decide.</Trans>
          )}
        </p>
      ) : request.outcome ? (
        <OutcomeText outcome={request.outcome} held={request.creatorHeld} isOwn={isOwn} />
      ) : isOwn ? (
        <p className="text-muted">
          <Trans>Your credits came back.</Trans>
        </p>
      ) : null}
      {estimate && (status === 'accepted' || isCounterOffer) ? (
        <p className="mt-1 text-muted">
          <Trans>Estimated delivery: {estimate}</Trans>
        </p>
      ) : null}
      {status === 'pending' || status === 'accepted' ? quote(additionalNotes) : null}
      {status === 'declined' ? quote(reason) : null}
      {status === 'disputed' || status === 'resolved' ? <DisputeStatements request={request} /> : null}
    </div>
  );
}

interface OutcomeTextProps {
  outcome: NonNullable<ContentRequestView['outcome']>;
  /** Held credits of the creator's share. */
  held: number;
  isOwn: boolean;
}

/** Outcome of a dispute for this member, and the reason. */
function OutcomeText({ outcome, held, isOwn }: OutcomeTextProps) {
  const earnedLabel = useEarnedLabel();
  const { decision, returnedCredits, creatorCredits, reason } = outcome;
  return (
    <>
      <p className="font-semibold text-info">
        {isOwn ? (
          decision === 'released' ? (
            <Trans>Decided: the creator was paid.</Trans>
          ) : (
            <Trans>
              Decided: <Plural value={returnedCredits} one="# credit" other="# credits" /> came back to you.
            </Trans>
          )
        ) : decision === 'returned' ? (
          <Trans>Decided: what they paid went back to them.</Trans>
        ) : (
          <Trans>
            Decided: {earnedLabel.full({ credits: creatorCredits, held })}:{' '}
            <Plural value={creatorCredits} one="# credit" other="# credits" />.
          </Trans>
        )}
      </p>
      <p className="mt-1 break-words">{reason}</p>
    </>
  );
}

/** Statements of both parties in a dispute. */
function DisputeStatements({ request }: { request: ContentRequestView }) {
  const { reason, disputeAnswer, requester, creator } = request;
  return (
    <dl className="mt-2 grid gap-2 text-muted">
      {[
        { name: requester.displayName, text: reason },
        { name: creator.displayName, text: disputeAnswer },
      ].map(({ name, text }) =>
        text ? (
          <div key={name}>
            <dt className="text-faint text-meta">{name}</dt>
            <dd className="break-words">{text}</dd>
          </div>
        ) : null,
      )}
    </dl>
  );
}
