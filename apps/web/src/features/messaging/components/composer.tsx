import { useLingui } from '@lingui/react/macro';
import { albumRange, messageLength } from '@vlam/contract/rules/messaging';
import { toVisibleText } from '@vlam/contract/rules/visible-text';
import ImagePlus from 'lucide-react/icons/image-plus';
import MessageSquareText from 'lucide-react/icons/message-square-text';
import Send from 'lucide-react/icons/send';
import Video from 'lucide-react/icons/video';
import { type ChangeEvent, type KeyboardEvent, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { IconButton } from '../../../components/ui/icon-button.tsx';
import { deleteDraft, readDraft, useDraft } from '../../../lib/draft.ts';
import { bottomBar } from '../../../lib/helpers/bottom-bar.ts';
import { acceptOf } from '../../../lib/uploads/file-rules.ts';
import { useMediaQuery } from '../../../lib/use-media-query.ts';
import { Part } from '../row-parts/part.tsx';
import { threadPart } from '../thread-parts.ts';
import type { MessageView } from '../types.ts';

const Left = threadPart((parts) => parts.CharactersLeft);
const ReplyBar = threadPart((parts) => parts.ReplyBar);

interface ComposerProps {
  profileId: string;
  name: string;
  replyTo: MessageView | null;
  onReply(message: MessageView | null): void;
  /**
   * `sent` receives a promise; the text is cleared at once, and restored when the device could not save the message.
   */
  onSend(content: string, sent: (kept: Promise<void>) => void): void;
  onFiles(files: readonly File[], kind: 'photo' | 'video'): void;
  onTyping(): void;
  /** Asks what to add, from the device or by its camera. */
  onAttach(choose: (kind: 'photo' | 'video') => void): void;
  /** One button for all that can be added, beside that of the saved replies. */
  isCreator: boolean;
  /** Opens the saved replies; creators only. */
  onReplies?: ((insert: (text: string) => void) => void) | undefined;
}

/** Maximum height of the field in pixels; it scrolls beyond that. */
const tallest = 160;
const countFrom = 200;

/** The text field of a thread. Enter sends, Shift+Enter breaks the line, Esc cancels a reply. */
export function Composer({ profileId, name, replyTo, onReply, onSend, onFiles, onTyping, ...on }: ComposerProps) {
  const { onReplies, isCreator } = on;
  const attach = () => on.onAttach((kind) => (kind === 'photo' ? photo : video).current?.click());
  const { t } = useLingui();
  const field = useRef<HTMLTextAreaElement>(null);
  const photo = useRef<HTMLInputElement>(null);
  const video = useRef<HTMLInputElement>(null);
  const draft = `chat:${profileId}`;
  const [firstName] = name.split(' ');
  const isNarrow = useMediaQuery('(width < 22.5rem)');
  const [text, setText] = useState(() => readDraft(draft, { text: '' }).text);
  useDraft(draft, { text });

  // biome-ignore lint/correctness/useExhaustiveDependencies: the height follows the text.
  useLayoutEffect(() => {
    const { current } = field;
    // Browsers with `field-sizing` do this without a layout of the thread on each key.
    if (!current || CSS.supports('field-sizing', 'content')) return;
    current.style.height = 'auto';
    current.style.height = `${Math.min(tallest, current.scrollHeight + 2)}px`;
  }, [text]);
  useEffect(() => {
    if (replyTo) field.current?.focus();
  }, [replyTo]);
  // Focus on devices with a keyboard; on phones the on-screen keyboard would cover the thread.
  useEffect(() => {
    if (matchMedia('(pointer: fine) and (min-width: 1024px)').matches) field.current?.focus({ preventScroll: true });
  }, []);

  const left = messageLength - text.trim().length;
  const send = () => {
    const content = toVisibleText(text);
    field.current?.focus();
    if (!content || left < 0) return;
    onSend(content, (kept) => {
      // Keep text typed while the confirmation was open.
      setText((now) => (now.trimStart().startsWith(content) ? now.trimStart().slice(content.length).trimStart() : now));
      deleteDraft(draft);
      kept.catch(() => setText((since) => (since ? `${content}\n${since}` : content)));
    });
  };
  const keys = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && replyTo) {
      event.preventDefault();
      onReply(null);
    }
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    send();
  };
  const pick = (kind: 'photo' | 'video') => (event: ChangeEvent<HTMLInputElement>) => {
    const files = [...(event.currentTarget.files ?? [])].slice(0, kind === 'photo' ? albumRange.max : 1);
    // So that the same file can be chosen twice.
    event.currentTarget.value = '';
    if (files.length > 0) onFiles(files, kind);
  };
  const insert = (text: string) => {
    setText((before) => (before.trim() ? `${before.trimEnd()} ${text}` : text));
    // After the saved replies sheet has closed.
    setTimeout(() => field.current?.focus());
  };
  return (
    <div
      ref={bottomBar}
      className="sticky bottom-0 shrink-0 border-line border-t bg-bg pb-[env(safe-area-inset-bottom)]"
    >
      {replyTo ? (
        <Part>
          <ReplyBar
            message={replyTo}
            isOwn={replyTo.senderId !== profileId}
            name={name}
            onCancel={() => onReply(null)}
          />
        </Part>
      ) : null}
      <form
        onSubmit={(event) => {
          event.preventDefault();
          send();
        }}
        className="flex items-end gap-1 pt-2 pr-2.5 pb-3 pl-1.5 lg:pt-3 lg:pr-5 lg:pb-5 lg:pl-4"
      >
        <input ref={photo} type="file" multiple accept={acceptOf.image} hidden onChange={pick('photo')} />
        <input ref={video} type="file" accept={acceptOf.clip} hidden onChange={pick('video')} />
        {isCreator ? (
          <IconButton label={t`Add a photo or video`} onClick={attach}>
            <ImagePlus size={20} />
          </IconButton>
        ) : (
          <>
            <IconButton label={t`Send a photo`} onClick={() => photo.current?.click()}>
              <ImagePlus size={20} />
            </IconButton>
            <IconButton label={t`Send a video`} onClick={attach}>
              <Video size={20} />
            </IconButton>
          </>
        )}
        {onReplies ? (
          <IconButton label={t`Saved replies`} onClick={() => onReplies(insert)}>
            <MessageSquareText size={20} />
          </IconButton>
        ) : null}
        <div className="relative min-w-0 flex-1">
          <textarea
            ref={field}
            data-takes-focus
            name="message"
            rows={1}
            aria-label={t`Message ${name}`}
            placeholder={isNarrow ? t`Message` : t`Message ${firstName ?? name}`}
            enterKeyHint="send"
            autoComplete="off"
            value={text}
            onChange={(event) => {
              setText(event.currentTarget.value);
              if (toVisibleText(event.currentTarget.value)) onTyping();
            }}
            onKeyDown={keys}
            className="block max-h-40 min-h-11 w-full resize-none [field-sizing:content] rounded-[22px] border border-control bg-surface-2 px-4 py-[9px] text-base caret-ember placeholder:truncate placeholder:text-faint focus-visible:border-ink focus-visible:shadow-[0_0_0_1px_var(--text)] focus-visible:outline-none"
          />
          {left < countFrom ? (
            <Part>
              <Left count={left} />
            </Part>
          ) : null}
        </div>
        <button
          type="submit"
          aria-label={t`Send`}
          disabled={left < 0}
          className="press ml-1 inline-flex size-11 shrink-0 items-center justify-center rounded-pill bg-ember text-on-ember hover:bg-ember-hover disabled:bg-surface-2 disabled:text-faint"
        >
          <Send size={20} />
        </button>
      </form>
    </div>
  );
}
