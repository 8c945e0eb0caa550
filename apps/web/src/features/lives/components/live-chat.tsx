import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useMutation } from '@tanstack/react-query';
import { liveTextLength } from '@vlam/contract/rules/lives';
import { clsx } from 'clsx';
import Send from 'lucide-react/icons/send-horizontal';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { api } from '../../../lib/api.ts';
import { giftNames } from '../../../lib/gift-names.ts';
import { useFailure } from '../../../lib/use-failure.ts';
import type { LiveMessage } from '../api.ts';

interface ChatListProps {
  messages: readonly LiveMessage[];
  /** Fades upwards, over a picture. */
  fades?: boolean;
  /** For the creator: opens what may be done with a viewer. */
  onPerson?: ((message: LiveMessage) => void) | undefined;
  className?: string;
}

/** Messages of a show, the newest at the bottom. */
export function ChatList({ messages, fades = false, onPerson, className }: ChatListProps) {
  const { t, i18n } = useLingui();
  const list = useRef<HTMLUListElement>(null);
  const newest = messages.at(-1)?.id;
  useEffect(() => {
    if (newest) list.current?.scrollTo({ top: list.current.scrollHeight });
  }, [newest]);
  return (
    <ul
      ref={list}
      aria-label={t`Chat of the show`}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a list that scrolls is reached by keyboard.
      tabIndex={0}
      className={clsx(
        'no-scrollbar flex flex-col gap-2.5 overflow-y-auto text-sm',
        fades && '[mask:linear-gradient(transparent,#000_34%)]',
        className,
      )}
    >
      <li aria-hidden className="mt-auto" />
      {messages.map((message) => (
        <li key={message.id} data-kind={message.kind} className="wrap-anywhere">
          <Name message={message} onPerson={message.isCreator ? undefined : onPerson} />{' '}
          {message.giftId ? (
            <span className="text-picture-gold">
              <Trans>sent {i18n._(giftNames[message.giftId])}</Trans>
            </span>
          ) : message.kind === 'tip' ? (
            <span className="text-picture-gold">
              <Plural value={message.credits} one="tipped # credit" other="tipped # credits" />
            </span>
          ) : (
            message.text
          )}
        </li>
      ))}
    </ul>
  );
}

function Name({ message, onPerson }: { message: LiveMessage; onPerson: ((message: LiveMessage) => void) | undefined }) {
  const { t } = useLingui();
  const { displayName, isCreator } = message;
  if (onPerson)
    return (
      <button
        type="button"
        aria-haspopup="dialog"
        aria-label={t`More about ${displayName}`}
        onClick={() => onPerson(message)}
        className="font-semibold underline-offset-2 hover:underline"
      >
        {displayName}
      </button>
    );
  return <b className={clsx('font-semibold', isCreator && 'text-picture-green')}>{displayName}</b>;
}

/** The field at the foot of the chat. */
export function ChatField({
  liveId,
  placeholder,
  onSent,
  children,
}: {
  liveId: string;
  placeholder: string;
  onSent(message: LiveMessage): void;
  /** Buttons beside the field while nothing is typed. */
  children?: ReactNode;
}) {
  const { t } = useLingui();
  const fail = useFailure();
  const [text, setText] = useState('');
  const send = useMutation({
    mutationFn: (written: string) => api.sendLiveMessage({ params: { id: liveId }, body: { text: written } }),
    onSuccess: (message) => {
      setText('');
      onSent(message);
    },
    onError: fail,
  });
  const typed = text.trim();
  return (
    <form
      className="flex items-center gap-2"
      onSubmit={(event) => {
        event.preventDefault();
        if (typed && !send.isPending) send.mutate(typed);
      }}
    >
      <input
        name="text"
        value={text}
        maxLength={liveTextLength}
        autoComplete="off"
        enterKeyHint="send"
        aria-label={placeholder}
        placeholder={placeholder}
        onChange={(event) => setText(event.currentTarget.value)}
        className="min-h-12 w-full min-w-0 flex-1 rounded-pill bg-picture-disc px-4 inset-ring inset-ring-[rgb(255_255_255/.45)] placeholder:text-on-picture-2"
      />
      {typed ? (
        <button
          type="submit"
          aria-label={t`Send`}
          disabled={send.isPending}
          className="press inline-flex size-12 shrink-0 items-center justify-center rounded-pill bg-ember text-on-ember"
        >
          <Send size={20} aria-hidden />
        </button>
      ) : (
        children
      )}
      <span role="status" className="sr-only">
        {send.isPending ? <Trans>Sending</Trans> : null}
      </span>
    </form>
  );
}
