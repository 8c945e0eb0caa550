import { Trans, useLingui } from '@lingui/react/macro';
import { extraMessageCredits } from '@vlam/contract/rules/messaging';
import CircleAlert from 'lucide-react/icons/circle-alert';
import Clock from 'lucide-react/icons/clock';
import ImageIcon from 'lucide-react/icons/image';
import { connectionStore } from '../../../../lib/online.ts';
import { Link } from '../../../../lib/router.tsx';
import { useStore } from '../../../../lib/store.ts';
import type { Waiting } from '../../outbox-storage.ts';
import { useMessageActions } from '../../row-parts/actions.ts';
import { bubbleStyle } from '../../row-parts/bubble-style.ts';

const link = 'inline-flex min-h-8 items-center px-1.5 font-semibold text-ember-text';

/** An unsent message on this device: waiting, refused, or waiting for the member to accept its cost. */
export function WaitingBubble({ waiting }: { waiting: Waiting }) {
  const { t } = useLingui();
  const actions = useMessageActions();
  const offline = useStore(connectionStore) === 'offline';
  const { message, state, reason, isUnkept } = waiting;
  return (
    <div className="flex max-w-full flex-col items-end gap-1">
      {message.mediaId ? (
        <p className={`${bubbleStyle(true)} flex items-center gap-2 opacity-80`}>
          <ImageIcon size={18} />
          {message.price ? <Trans>Attachment, {message.price} credits</Trans> : <Trans>Attachment</Trans>}
        </p>
      ) : null}
      {message.content ? (
        <p className={`${bubbleStyle(true)} ${state === 'waiting' ? 'opacity-80' : ''}`}>
          <span className="sr-only">{t`You:`} </span>
          {message.content}
        </p>
      ) : null}
      {state === 'waiting' ? (
        <p className="flex items-center gap-1.5 px-1 text-faint text-micro">
          <Clock size={13} />
          {offline ? <Trans>Waits for the connection</Trans> : <Trans>Sending</Trans>}
          {isUnkept ? <Trans>Your device has no room to keep it: stay on this page until it is sent.</Trans> : null}
        </p>
      ) : (
        <div className="flex max-w-[34ch] flex-wrap items-center justify-end px-1 text-right text-meta">
          <p className="flex items-start gap-1.5 text-danger">
            <CircleAlert size={16} className="mt-px shrink-0" />
            {state === 'costs' ? (
              <Trans>Today's free messages are used. This one costs {extraMessageCredits} credits.</Trans>
            ) : (
              (reason ?? <Trans>Not sent</Trans>)
            )}
          </p>
          <button type="button" className={link} onClick={() => actions.retry(waiting)}>
            {state === 'costs' ? <Trans>Send for {extraMessageCredits} credits</Trans> : <Trans>Retry</Trans>}
          </button>
          {state === 'failed' && message.payCredits ? (
            <Link to="/credits" className={link}>
              <Trans>Buy Credits</Trans>
            </Link>
          ) : null}
          <button type="button" className={link} onClick={() => actions.remove(waiting)}>
            <Trans>Delete</Trans>
          </button>
        </div>
      )}
    </div>
  );
}
