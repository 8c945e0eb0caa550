import { useQuery, useQueryClient } from '@tanstack/react-query';
import { fromBriefMessage } from '@vlam/contract/rules/brief-messages';
import { typingIntervalMs } from '@vlam/contract/rules/messaging';
import { useEffect, useRef, useState } from 'react';
import { api } from '../../lib/api.ts';
import { liveStore, useLiveEvent, useLiveOrPoll } from '../../lib/realtime.ts';
import { callServer } from '../../lib/realtime-call.ts';
import {
  catchUp,
  changeConversation,
  conversationQuery,
  initialThread,
  putMarks,
  putMessage,
  refetchLists,
  threadQuery,
} from './threads/api.ts';
import { onSent } from './threads/sent.ts';
import { refreshUnread } from './threads/unread.ts';
import type { Conversation } from './types.ts';

/** Poll interval of a thread without a socket, in milliseconds. */
const pollIntervalMs = 5_000;

/** One thread, kept up to date while mounted. */
export function useThread(profileId: string) {
  const client = useQueryClient();
  const conversation = useQuery(conversationQuery(profileId));
  const thread = useQuery({
    ...threadQuery(profileId),
    initialData: () => initialThread(client, profileId),
    enabled: conversation.data !== undefined,
  });
  const { data } = conversation;
  const id = data?.id ?? null;
  const isThisThread = (event: { profileId: string }) => event.profileId === profileId;

  // The cached thread may be outdated.
  useEffect(() => {
    if (client.getQueryData(threadQuery(profileId).queryKey)) void catchUp(client, profileId);
    void client.invalidateQueries({ queryKey: conversationQuery(profileId).queryKey });
  }, [client, profileId]);
  useLiveOrPoll({ event: 'message.updated', everyMs: pollIntervalMs }, () => void catchUp(client, profileId));
  useLiveEvent('message.created', (event) => {
    if (!isThisThread(event)) return;
    if (event.message) putMessage(client, profileId, fromBriefMessage(event.message));
    else void catchUp(client, profileId);
    // The first message creates the thread and decides whose request it is; an own message from another tab changes the
    // quota.
    const isFirst = id === null || event.seq === 1;
    // A reply accepts the request and shows the other member's presence.
    const isAnswer = data?.isWaiting === true && event.message?.senderId === profileId;
    if (isFirst || isAnswer || (data?.quota.left !== null && event.message?.senderId !== profileId))
      void client.invalidateQueries({ queryKey: conversationQuery(profileId).queryKey });
  });
  useLiveEvent('conversation.read', (event) => {
    if (event.conversationId === id)
      putMarks(
        client,
        profileId,
        isThisThread(event) ? { readSeq: event.seq, deliveredSeq: event.seq } : { ownReadSeq: event.seq },
      );
  });
  useLiveEvent('conversation.delivered', (event) => {
    if (event.conversationId === id && isThisThread(event)) putMarks(client, profileId, { deliveredSeq: event.seq });
  });
  useLiveEvent('presence.changed', ({ profileId: who, isOnline }) => {
    if (who === profileId && data) changeConversation(client, profileId, { profile: { ...data.profile, isOnline } });
  });
  useEffect(
    () =>
      onSent((to, message) => {
        putMessage(client, to, message);
        refetchLists(client);
        void client.invalidateQueries({ queryKey: conversationQuery(to).queryKey });
      }),
    [client],
  );
  return { conversation, thread };
}

/** True while the other member is typing. Subscribes to the thread's topic, which also carries presence. */
export function useTyping(conversation: Conversation | undefined): boolean {
  const [until, setUntil] = useState(0);
  const id = conversation?.id ?? null;
  const otherId = conversation?.profile.id;
  useLiveEvent(
    'typing',
    (event) => {
      if (event.conversationId === id && event.profileId === otherId) setUntil(Date.now() + 2 * typingIntervalMs);
    },
    id === null || conversation?.isWaiting ? undefined : `conversation:${id}`,
  );
  useLiveEvent('message.created', (event) => {
    if (event.conversationId === id) setUntil(0);
  });
  useEffect(() => {
    if (until === 0) return;
    const timer = setTimeout(() => setUntil(0), until - Date.now());
    return () => clearTimeout(timer);
  }, [until]);
  return until > 0;
}

/** Returns a function that sends a typing event, at most once per `typingIntervalMs`. */
export function usePublishTyping(conversationId: string | null): () => void {
  const last = useRef(0);
  return () => {
    const now = Date.now();
    if (conversationId === null || now - last.current < typingIntervalMs) return;
    last.current = now;
    void callServer('typing', { conversationId });
  };
}

/** Sends read receipts, once for each message, while the tab is visible. */
export function useMarkRead(profileId: string, newest: { id: string; seq: number } | undefined, isSeen: boolean): void {
  const client = useQueryClient();
  const reportedSeq = useRef(0);
  const [visible, setVisible] = useState(() => document.visibilityState === 'visible');
  useEffect(() => {
    const onVisibility = () => setVisible(document.visibilityState === 'visible');
    document.addEventListener('visibilitychange', onVisibility);
    return () => document.removeEventListener('visibilitychange', onVisibility);
  }, []);
  const seq = newest?.seq ?? 0;
  const messageId = newest?.id;
  useEffect(() => {
    if (!messageId || !isSeen || !visible || seq <= reportedSeq.current) return;
    reportedSeq.current = seq;
    api.markRead({ params: { profileId }, body: { messageId } }).then(
      () => {
        // With a socket, an event updates the count.
        if (!liveStore.get()) refreshUnread(client);
        putMarks(client, profileId, { ownReadSeq: seq });
        refetchLists(client, profileId);
      },
      () => {
        // Sent again with the next message, or when the tab becomes visible.
        reportedSeq.current = 0;
      },
    );
  }, [client, profileId, messageId, seq, isSeen, visible]);
}
