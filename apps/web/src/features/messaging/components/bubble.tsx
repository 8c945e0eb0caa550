import { Trans, useLingui } from '@lingui/react/macro';
import { clsx } from 'clsx';
import CornerUpLeft from 'lucide-react/icons/corner-up-left';
import Ellipsis from 'lucide-react/icons/ellipsis';
import { memo, type ReactNode } from 'react';
import { lazyComponent } from '../../../lib/styles.ts';
import { partsOf } from '../links.ts';
import { useMessageActions } from '../row-parts/actions.ts';
import { bubbleStyle, corner } from '../row-parts/bubble-style.ts';
import { Part } from '../row-parts/part.tsx';
import { useSummary } from '../row-parts/summary.ts';
import { threadPart } from '../thread-parts.ts';
import type { MessageView } from '../types.ts';
import { useSwipe } from '../use-swipe.ts';

const MessageMedia = threadPart((parts) => parts.MessageMedia);
const Reactions = threadPart((parts) => parts.Reactions);
// Few messages have these, so they load when needed.
const Given = lazyComponent(() => import('./gift-or-tip.tsx').then((module) => module.GiftOrTip));
const WarningNote = lazyComponent(() => import('./warning-note.tsx').then((module) => module.WarningNote));

/** An open photo that is wider than tall. */
const isFlat = ({ mediaType, isPaid, media }: MessageView) =>
  mediaType !== 'video' && isPaid && !media?.needsLevel && (media?.height ?? 4) < (media?.width ?? 3);

interface BubbleProps {
  message: MessageView;
  isOwn: boolean;
  /** Display name of the other member. */
  name: string;
}

/** One message: quote, media, text, reactions and warnings. */
export const Bubble = memo(function Bubble({ message, isOwn, name }: BubbleProps) {
  const { t } = useLingui();
  const actions = useMessageActions();
  const swipe = useSwipe(() => actions.reply(message));
  const { content, mediaType, tip, gift, deletedAt, replyTo, reactions, warnings } = message;
  const otherId = isOwn ? message.receiverId : message.senderId;
  if (deletedAt)
    return (
      <p className={clsx('px-3.5 py-2.5 text-faint text-sm italic inset-ring inset-ring-line', corner(isOwn))}>
        {isOwn ? <Trans>You unsent a message</Trans> : <Trans>{name} unsent a message</Trans>}
      </p>
    );
  return (
    <div className={clsx('flex max-w-full flex-col gap-1.5', isOwn ? 'items-end' : 'items-start')}>
      <div className="group/bubble relative max-w-full">
        {/* biome-ignore lint/a11y/noStaticElementInteractions lint/a11y/useKeyWithClickEvents: by touch alone; the button beside it does the same. */}
        <div
          {...swipe}
          onClick={(event) => {
            const isControl = event.target instanceof Element && event.target.closest('a, button, video, audio');
            if (!isControl && matchMedia('(pointer: coarse)').matches) actions.options(message);
          }}
          className={clsx('flex min-w-0 max-w-full touch-pan-y flex-col gap-1.5', isOwn ? 'items-end' : 'items-start')}
        >
          {replyTo ? <Quote replyTo={replyTo} isOwn={isOwn} name={name} /> : null}
          {mediaType ? (
            <Part
              fallback={
                <span
                  className={clsx(
                    'block w-56 max-w-full rounded-card bg-surface-2 lg:w-66',
                    isFlat(message) ? 'h-40' : 'h-67',
                  )}
                />
              }
            >
              <MessageMedia message={message} isOwn={isOwn} name={name} />
            </Part>
          ) : null}
          {gift || tip !== null ? (
            <Part fallback={<span className="block h-12 w-60 rounded-card bg-gold-soft" />}>
              <Given gift={gift} tip={tip} earned={message.earned} isOwn={isOwn} name={name} />
            </Part>
          ) : null}
          {content ? (
            <p className={bubbleStyle(isOwn)}>
              <span className="sr-only">{isOwn ? t`You:` : t`${name}:`} </span>
              <MessageText content={content} />
            </p>
          ) : null}
        </div>
        <BubbleTools message={message} isOwn={isOwn} />
      </div>
      {reactions.length > 0 ? (
        <Part fallback={<span className="-mt-3 h-6" />}>
          <Reactions reactions={reactions} otherId={otherId} name={name} />
        </Part>
      ) : null}
      {warnings.length > 0 ? (
        <Part>
          <WarningNote warnings={warnings} />
        </Part>
      ) : null}
    </div>
  );
});

/** Buttons beside the bubble for pointers and keyboards; by touch a tap or a swipe on the bubble does the same. */
function BubbleTools({ message, isOwn }: { message: MessageView; isOwn: boolean }) {
  const { t } = useLingui();
  const actions = useMessageActions();
  const style =
    'inline-flex size-8 items-center justify-center rounded-pill text-faint hover:bg-surface-2 hover:text-ink';
  return (
    <span
      className={clsx(
        '-translate-y-1/2 absolute top-1/2 flex opacity-0 transition-opacity focus-within:opacity-100 group-hover/bubble:opacity-100 pointer-coarse:group-hover/bubble:opacity-0',
        isOwn ? 'right-full pr-1' : 'left-full pl-1',
      )}
    >
      <button
        type="button"
        aria-label={t`Reply`}
        onClick={() => actions.reply(message)}
        className={`${style} pointer-coarse:hidden`}
      >
        <CornerUpLeft size={18} />
      </button>
      <button type="button" aria-label={t`Message options`} onClick={() => actions.options(message)} className={style}>
        <Ellipsis size={18} />
      </button>
    </span>
  );
}

/** Text with URLs as buttons: no link of a message opens without confirmation. */
function MessageText({ content }: { content: string }): ReactNode {
  const actions = useMessageActions();
  return partsOf(content).map(({ text, address }, index) =>
    address ? (
      <button
        // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a message never move.
        key={index}
        type="button"
        onClick={() => actions.link(address)}
        className="text-left text-ember-text underline underline-offset-2"
      >
        {text}
      </button>
    ) : (
      text
    ),
  );
}

function Quote({
  replyTo,
  isOwn,
  name,
}: {
  replyTo: NonNullable<MessageView['replyTo']>;
  isOwn: boolean;
  name: string;
}) {
  const actions = useMessageActions();
  const { quoteOf } = useSummary();
  const { t } = useLingui();
  return (
    <button
      type="button"
      onClick={() => actions.jump(replyTo.seq)}
      className={clsx(
        'max-w-full border-control border-l-2 pl-2.5 text-left text-faint text-meta hover:text-muted',
        isOwn ? 'mr-1' : 'ml-1',
      )}
    >
      <span className="sr-only">{t`In reply to`} </span>
      <span className="line-clamp-2 [overflow-wrap:anywhere]">{quoteOf(replyTo) || name}</span>
    </button>
  );
}
