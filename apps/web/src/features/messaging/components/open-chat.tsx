import { useLingui } from '@lingui/react/macro';
import { useQueryClient } from '@tanstack/react-query';
import { extraMessageCredits } from '@vlam/contract/rules/messaging';
import { useEffect, useMemo, useRef, useState } from 'react';
import { saveData } from '../../../lib/device.ts';
import { readDraft } from '../../../lib/draft.ts';
import type { OpenLibrary } from '../../../lib/helpers/picked-files.ts';
import { useMinute } from '../../../lib/helpers/use-minute.ts';
import { importWithRetry } from '../../../lib/import-retry.ts';
import { go } from '../../../lib/router.tsx';
import { lazyPart } from '../../../lib/styles.ts';
import { toastError } from '../../../lib/toast.ts';
import { actionsThrough, type MessageActions, MessageActionsContext } from '../row-parts/actions.ts';
import { seenMessages } from '../row-parts/expiry.ts';
import { Part, useNotifyUnloaded } from '../row-parts/part.tsx';
import { dayOf, rowsOf } from '../rows.ts';
import { threadPart } from '../thread-parts.ts';
import { removeThread } from '../threads/api.ts';
import { firstNewAfter, type Thread } from '../threads/thread.ts';
import type { Conversation, Writer, WrittenMessage } from '../types.ts';
import { useAnchoredScroll } from '../use-anchored-scroll.ts';
import { useHistory } from '../use-history.ts';
import { useOutbox } from '../use-outbox.ts';
import { useRowWindow } from '../use-row-window.ts';
import { useSaveOffline } from '../use-save-offline.ts';
import { useMarkRead, usePublishTyping, useTyping } from '../use-thread.ts';
import { ChatHeader } from './chat-header.tsx';
import type { ChatSheet } from './chat-sheet.ts';
import { Composer } from './composer.tsx';
import { InterruptedUploads } from './interrupted-uploads.tsx';
import { MessageList } from './message-list.tsx';

const sheets = () => importWithRetry(() => import('./chat-sheets.tsx'));
const ChatSheets = lazyPart(() => sheets().then((module) => module.ChatSheets));
const SearchBar = lazyPart(() => importWithRetry(() => import('./search-bar.tsx')).then((module) => module.SearchBar));
const Announcer = threadPart((parts) => parts.Announcer);
const QuotaLine = threadPart((parts) => parts.QuotaLine);
const RequestBar = lazyPart(() => import('./request-bar.tsx').then((module) => module.RequestBar));
const CannotWrite = lazyPart(() => import('./request-bar.tsx').then((module) => module.CannotWrite));

let askFirstModule: Promise<typeof import('../ask-first.ts')> | undefined;
/** Imports `askFirst` once, so that sending does not wait for it. */
const loadAskFirst = () => {
  askFirstModule ??= importWithRetry(() => import('../ask-first.ts'));
  askFirstModule.catch(() => {
    askFirstModule = undefined;
  });
  return askFirstModule;
};
/** Delay before preloading the sheets, in milliseconds. */
const preloadDelayMs = 2_000;

interface OpenChatProps {
  user: Writer;
  conversation: Conversation;
  thread: Thread;
  /** Opens the gift sheet, which belongs to another feature. */
  onGift: ((to: Conversation['profile']) => void) | undefined;
  /** Opens the library, which belongs to another feature. */
  onLibrary: OpenLibrary | undefined;
}

/** A loaded thread: header, messages and composer. */
export function OpenChat({ user, conversation, thread, onGift, onLibrary }: OpenChatProps) {
  const { t } = useLingui();
  const client = useQueryClient();
  const { profile, quota } = conversation;
  const { id: profileId, displayName: name } = profile;
  // A price for files of the library, or for uploads interrupted by a reload; see `file-draft.ts`.
  const [kept] = useState(() => readDraft(`files:${profileId}`, { kind: '', isPicked: false }));
  const [sheet, setSheet] = useState<ChatSheet | null>(
    kept.isPicked ? { kind: 'price', files: [], media: kept.kind === 'video' ? 'video' : 'photo' } : null,
  );
  const [interruptedKind, setInterruptedKind] = useState(kept.isPicked ? '' : kept.kind);
  const [searching, setSearching] = useState(false);
  const [replyId, setReplyId] = useState<string | null>(null);
  const [newAfter] = useState(() => firstNewAfter(thread, profileId));
  const now = useMinute();
  const outbox = useOutbox(user.id, profileId);
  useSaveOffline(user, conversation, thread);
  // Messages whose unsending can still be undone.
  const [hidden, setHidden] = useState<ReadonlySet<string>>(new Set());
  const hide = (id: string, on: boolean) =>
    setHidden((before) => new Set(on ? [...before, id] : [...before].filter((each) => each !== id)));
  const isTyping = useTyping(conversation);
  const publishTyping = usePublishTyping(conversation.id);
  const { messages } = thread;
  const replyTo = messages.find((each) => each.id === replyId && !each.deletedAt) ?? null;

  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // Needed when the first message is sent.
    void loadAskFirst();
    if (saveData()) return;
    // Preloaded so that the sheets open offline.
    const timer = setTimeout(() => {
      sheets()
        .then((module) => module.loadSheets())
        .catch(() => undefined);
    }, preloadDelayMs);
    return () => clearTimeout(timer);
  }, []);
  const older = useRef<() => void>(() => undefined);
  const { waiting } = outbox;
  const rows = useMemo(
    () => rowsOf({ messages, waiting, otherId: profileId, now, newAfter, hidden, dayOf }),
    [messages, waiting, profileId, now, newAfter, hidden],
  );
  const rendered = useRowWindow(list, rows);
  const version = `${thread.revision} ${rows.length} ${isTyping} ${rendered.start} ${rendered.end}`;
  const scroll = useAnchoredScroll(list, version, () => older.current());
  const toBottom = () => {
    rendered.toEnd();
    scroll.toBottom();
  };
  const history = useHistory(profileId, list, { scrollTo: rendered.scrollTo, reveal: scroll.reveal });
  useEffect(() => {
    older.current = history.more;
  });

  const incoming = seenMessages(messages, profileId, now);
  const newest = incoming.at(-1);
  useMarkRead(profileId, newest, scroll.isAtBottom && !conversation.isRequest);
  const [seenSeq, setSeenSeq] = useState(newest?.seq ?? 0);
  if (scroll.isAtBottom && newest && newest.seq > seenSeq) setSeenSeq(newest.seq);
  const below = incoming.filter((each) => each.seq > seenSeq).length;

  const isPastQuota = quota.left !== null && quota.left <= waiting.length;
  const notifyUnloaded = useNotifyUnloaded();
  const showDeviceError = () => toastError(t`Error`, t`That didn't work on this device. Nothing was lost. Try again.`);
  const queueMessage = (message: WrittenMessage): Promise<void> => {
    const kept = outbox.send({ ...message, ...(replyTo ? { replyToId: replyTo.id } : {}) });
    kept.catch(() => {
      setReplyId(replyId);
      showDeviceError();
    });
    setReplyId(null);
    toBottom();
    return kept;
  };
  const isAsking = useRef(false);
  const send = (content: string, sent: (kept: Promise<void>) => void) => {
    if (isAsking.current) return;
    isAsking.current = true;
    const go = (payCredits?: typeof extraMessageCredits) =>
      sent(queueMessage({ content, ...(payCredits ? { payCredits } : {}) }));
    loadAskFirst()
      .then(({ askFirst }) => askFirst({ content, isPastQuota, show: setSheet, send: go }), notifyUnloaded)
      .finally(() => {
        isAsking.current = false;
      });
  };

  // One stable object, so that an update of one message does not render the others.
  const latest = useRef<MessageActions | null>(null);
  useEffect(() => {
    latest.current = {
      options: (message) => setSheet({ kind: 'options', message }),
      reply: (message) => setReplyId(message.id),
      unlock: (message) => setSheet({ kind: 'unlock', message }),
      view: (message) => setSheet({ kind: 'view', message }),
      link: (address) => setSheet({ kind: 'link', address }),
      jump: (seq) => void history.jump(seq),
      retry: ({ clientId, state }) =>
        outbox.retry(clientId, state === 'costs' ? { payCredits: extraMessageCredits } : {}).catch(showDeviceError),
      remove: ({ clientId }) => outbox.remove(clientId).catch(showDeviceError),
    };
  });
  const [actions] = useState(() => actionsThrough(() => latest.current));
  const closeThread = () => {
    removeThread(client, profileId);
    go({ to: '/messages', replace: true });
  };

  return (
    <MessageActionsContext value={actions}>
      <div className="flex min-h-0 flex-1 flex-col">
        <ChatHeader
          conversation={conversation}
          isTyping={isTyping}
          onTip={() => setSheet({ kind: 'tip' })}
          onGift={onGift && profile.isCreator ? () => onGift(profile) : undefined}
          onChoose={(choice) => (choice === 'search' ? setSearching(true) : setSheet({ kind: choice }))}
        />
        {searching ? (
          <Part onFailure={() => setSearching(false)}>
            <SearchBar profileId={profileId} onJump={history.jump} onClose={() => setSearching(false)} />
          </Part>
        ) : null}
        <MessageList
          list={list}
          rows={rows}
          drawn={rendered}
          thread={thread}
          name={name}
          hasTicks={!conversation.isWaiting}
          isTyping={isTyping}
          older={history.older}
          onOlder={history.retry}
          below={below}
          isAtBottom={scroll.isAtBottom}
          onBottom={toBottom}
        />
        <Part>
          <Announcer name={name} newest={newest} isTyping={isTyping} />
        </Part>
        {conversation.isRequest ? (
          <Part>
            <RequestBar conversation={conversation} onRemoved={closeThread} />
          </Part>
        ) : null}
        {conversation.canWrite ? (
          <>
            {quota.perDay !== null ? (
              <Part fallback={<div className={quota.left === null ? 'h-9' : 'h-13'} />}>
                <QuotaLine quota={quota} name={name} />
              </Part>
            ) : null}
            {interruptedKind ? (
              <InterruptedUploads
                kind={interruptedKind}
                onOpen={() => {
                  setInterruptedKind('');
                  setSheet({ kind: 'price', files: [], media: interruptedKind === 'video' ? 'video' : 'photo' });
                }}
              />
            ) : null}
            <Composer
              profileId={profileId}
              name={name}
              replyTo={replyTo}
              onReply={(message) => setReplyId(message?.id ?? null)}
              onSend={send}
              onFiles={(files, media) => {
                setInterruptedKind('');
                setSheet({ kind: 'price', files, media });
              }}
              onTyping={publishTyping}
              isCreator={user.isCreator}
              onAttach={(choose) => setSheet({ kind: 'attach', choose, fromLibrary: user.isCreator })}
              onReplies={user.isCreator ? (insert) => setSheet({ kind: 'replies', insert }) : undefined}
            />
          </>
        ) : (
          <Part>
            <CannotWrite reason={conversation.cannotWrite} />
          </Part>
        )}
        {sheet ? (
          <Part onFailure={() => setSheet(null)}>
            <ChatSheets
              sheet={sheet}
              conversation={conversation}
              messages={messages}
              isPastQuota={isPastQuota}
              onClose={() => setSheet(null)}
              onOpen={setSheet}
              onReply={(message) => setReplyId(message.id)}
              onHide={hide}
              onSend={queueMessage}
              onLibrary={onLibrary}
              onRemoved={closeThread}
            />
          </Part>
        ) : null}
        <p className="sr-only">{conversation.isWaiting ? t`${name} has not answered yet.` : ''}</p>
      </div>
    </MessageActionsContext>
  );
}
