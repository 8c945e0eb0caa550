import { Trans, useLingui } from '@lingui/react/macro';
import { clsx } from 'clsx';
import ArrowDown from 'lucide-react/icons/arrow-down';
import Check from 'lucide-react/icons/check';
import CheckCheck from 'lucide-react/icons/check-check';
import type { RefObject } from 'react';
import { Button } from '../../../components/ui/button.tsx';
import { formatTime } from '../../../lib/format.ts';
import { bubbleStyle } from '../row-parts/bubble-style.ts';
import { Part } from '../row-parts/part.tsx';
import { useDays } from '../row-parts/summary.ts';
import type { Row } from '../rows.ts';
import { threadPart } from '../thread-parts.ts';
import type { Thread } from '../threads/thread.ts';
import type { MessageView } from '../types.ts';
import type { RowWindow } from '../use-row-window.ts';
import { Bubble } from './bubble.tsx';

const Typing = threadPart((parts) => parts.Typing);
const EmptyThread = threadPart((parts) => parts.EmptyThread);
const WaitingBubble = threadPart((parts) => parts.WaitingBubble);

interface MessageListProps {
  list: RefObject<HTMLDivElement | null>;
  rows: readonly Row[];
  /** Indexes of the rows that are rendered. */
  drawn: RowWindow;
  thread: Thread;
  name: string;
  /** False before a message request is accepted: then no ticks are shown. */
  hasTicks: boolean;
  isTyping: boolean;
  /** State of loading older messages. */
  older: 'idle' | 'reading' | 'failed';
  onOlder(): void;
  /** Number of new messages below the visible part. */
  below: number;
  isAtBottom: boolean;
  onBottom(): void;
}

/** A thread in its own scroller, newest message last. */
export function MessageList(props: MessageListProps) {
  const { t } = useLingui();
  const { dayName } = useDays();
  const { list, rows, drawn, thread, name, older, below } = props;
  const size = thread.hasOlder ? -1 : rows.length;
  return (
    <div className="relative min-h-0 flex-1">
      <div
        ref={list}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard.
        tabIndex={0}
        className="h-full overflow-y-auto overflow-x-clip [contain:strict] overscroll-contain -outline-offset-2 [overflow-anchor:none]"
      >
        <div className="flex min-h-full flex-col justify-end px-4 pt-4 pb-3 lg:px-6 lg:pb-5">
          {rows.length === 0 ? (
            <Part>
              <EmptyThread name={name} />
            </Part>
          ) : null}
          {thread.hasOlder ? (
            <div className="flex h-11 items-center justify-center text-faint text-meta">
              {older === 'failed' ? (
                <Button size="sm" variant="ghost" onClick={props.onOlder}>
                  <Trans>Older messages didn't load. Try again</Trans>
                </Button>
              ) : (
                <Trans>Loading older messages</Trans>
              )}
            </div>
          ) : null}
          {/* New messages are announced by `Announcer`; older ones loaded above must not be announced. */}
          <div role="log" aria-live="off" aria-label={t`Messages with ${name}`}>
            <ol className="flex flex-col gap-1.5" style={{ paddingTop: drawn.before, paddingBottom: drawn.after }}>
              {rows.slice(drawn.start, drawn.end).map((row, index) =>
                row.kind === 'message' ? (
                  <li
                    key={row.key}
                    data-row
                    {...(row.message ? { 'data-seq': row.message.seq } : {})}
                    // Only a part of the list is in the document, so its size is stated.
                    aria-setsize={size}
                    aria-posinset={drawn.start + index + 1}
                    className={clsx('flex flex-col', row.isOwn ? 'items-end' : 'items-start')}
                  >
                    <div
                      className={clsx(
                        'flex max-w-[78%] flex-col lg:max-w-[60%]',
                        row.isOwn ? 'items-end' : 'items-start',
                        'rounded-card -outline-offset-2 outline-transparent transition-[outline-color] in-data-found:outline-2 in-data-found:outline-(--focus)',
                      )}
                    >
                      {row.waiting ? (
                        <Part fallback={<p className={bubbleStyle(true)}>{row.waiting.message.content}</p>}>
                          <WaitingBubble waiting={row.waiting} />
                        </Part>
                      ) : (
                        <Bubble message={row.message} isOwn={row.isOwn} name={name} />
                      )}
                      {row.ends && row.message ? (
                        <MessageFooter
                          message={row.message}
                          isOwn={row.isOwn}
                          thread={thread}
                          hasTicks={props.hasTicks}
                        />
                      ) : null}
                    </div>
                  </li>
                ) : row.kind === 'day' ? (
                  <li key={row.key} data-row className="self-center py-1.5 text-faint text-micro">
                    {dayName(row.at)}
                  </li>
                ) : (
                  <li key={row.key} data-row className="flex items-center gap-3 py-1 text-ember-text text-micro">
                    <span aria-hidden className="h-px flex-1 bg-ember-line/40" />
                    <Trans>New</Trans>
                    <span aria-hidden className="h-px flex-1 bg-ember-line/40" />
                  </li>
                ),
              )}
            </ol>
          </div>
          {props.isTyping ? (
            <Part fallback={<div className="mt-1.5 h-8.5" />}>
              <Typing />
            </Part>
          ) : null}
        </div>
      </div>
      {props.isAtBottom ? null : (
        <button
          type="button"
          onClick={props.onBottom}
          className="press rise absolute inset-x-4 bottom-3 mx-auto flex min-h-11 w-fit items-center gap-2 rounded-pill bg-surface-3 px-4 py-1.5 text-left font-semibold text-sm shadow-pop"
        >
          <ArrowDown size={18} className="shrink-0" />
          {below > 0 ? <NewBelow count={below} /> : <Trans>To the newest</Trans>}
        </button>
      )}
    </div>
  );
}

function NewBelow({ count }: { count: number }) {
  return count === 1 ? <Trans>1 new message</Trans> : <Trans>{count} new messages</Trans>;
}

/** Time of a message and, for own messages, whether it was delivered and read. */
function MessageFooter({
  message,
  isOwn,
  thread,
  hasTicks,
}: {
  message: MessageView;
  isOwn: boolean;
  thread: Thread;
  hasTicks: boolean;
}) {
  const { t } = useLingui();
  const { seq, timestamp, deletedAt } = message;
  const isRead = message.isRead || seq <= thread.readSeq;
  const isDelivered = message.isDelivered || seq <= thread.deliveredSeq;
  const state = isRead ? t`Read` : isDelivered ? t`Delivered` : t`Sent`;
  const Tick = isDelivered || isRead ? CheckCheck : Check;
  return (
    <p className="flex items-center gap-1.5 px-1 pt-1 pb-2 text-faint text-micro tabular-nums">
      <time dateTime={timestamp}>{formatTime(timestamp)}</time>
      {isOwn && hasTicks && !deletedAt ? (
        <>
          <Tick size={15} className={isRead ? 'text-info' : ''} />
          <span>{state}</span>
        </>
      ) : null}
    </p>
  );
}
