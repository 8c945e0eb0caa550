import { useQuery, useQueryClient } from '@tanstack/react-query';
import { fromBriefMessage } from '@vlam/contract/rules/brief-messages';
import { typingEveryMs } from '@vlam/contract/rules/messaging';
import { useEffect, useRef, useState } from 'react';
import { api } from '../../lib/api.ts';
import { liveStore, useLiveEvent, useLiveOrPoll } from '../../lib/realtime.ts';
import { callServer } from '../../lib/realtime-call.ts';
import { catchUp, changeConversation, conversationQuery, putMarks, putMessage, readLists, threadQuery } from './api.ts';
import { onSent } from './sent.ts';
import type { Conversation } from './types.ts';
import { readUnread } from './unread.ts';

/** How often a thread is looked at while there is no socket, in milliseconds. */
const lookEveryMs = 5_000;

/** One thread, kept in step with the server for as long as it is on the screen. */
export function useThread(profileId: string) {
  const client = useQueryClient();
  const conversation = useQuery(conversationQuery(profileId));
  const thread = useQuery({ ...threadQuery(profileId), enabled: conversation.data !== undefined });
  const { data } = conversation;
  const id = data?.id ?? null;
  const mine = (event: { profileId: string }) => event.profileId === profileId;

  // What was kept from an earlier visit may be old.
  useEffect(() => {
    if (client.getQueryData(threadQuery(profileId).queryKey)) void catchUp(client, profileId);
    void client.invalidateQueries({ queryKey: conversationQuery(profileId).queryKey });
  }, [client, profileId]);
  useLiveOrPoll({ event: 'message.updated', everyMs: lookEveryMs }, () => void catchUp(client, profileId));
  useLiveEvent('message.created', (event) => {
    if (!mine(event)) return;
    if (event.message) putMessage(client, profileId, fromBriefMessage(event.message));
    else void catchUp(client, profileId);
    // The first message of a thread gives it its name and says who began; an own one, of another page, is one of the day's.
    const isFirst = id === null || event.seq === 1;
    // An answer to what waited opens the thread: the other is seen from now on.
    const isAnswer = data?.isWaiting === true && event.message?.senderId === profileId;
    if (isFirst || isAnswer || (data?.quota.left !== null && event.message?.senderId !== profileId))
      void client.invalidateQueries({ queryKey: conversationQuery(profileId).queryKey });
  });
  useLiveEvent('conversation.read', (event) => {
    if (event.conversationId === id)
      putMarks(
        client,
        profileId,
        mine(event) ? { readSeq: event.seq, deliveredSeq: event.seq } : { ownReadSeq: event.seq },
      );
  });
  useLiveEvent('conversation.delivered', (event) => {
    if (event.conversationId === id && mine(event)) putMarks(client, profileId, { deliveredSeq: event.seq });
  });
  useLiveEvent('presence.changed', ({ profileId: who, isOnline }) => {
    if (who === profileId && data) changeConversation(client, profileId, { profile: { ...data.profile, isOnline } });
  });
  useEffect(
    () =>
      onSent((to, message) => {
        putMessage(client, to, message);
        readLists(client);
        void client.invalidateQueries({ queryKey: conversationQuery(to).queryKey });
      }),
    [client],
  );
  return { conversation, thread };
}

/** Whether the other is typing just now. Listens to the thread, and with it to the other's presence. */
export function useTyping(conversation: Conversation | undefined): boolean {
  const [until, setUntil] = useState(0);
  const id = conversation?.id ?? null;
  const otherId = conversation?.profile.id;
  useLiveEvent(
    'typing',
    (event) => {
      if (event.conversationId === id && event.profileId === otherId) setUntil(Date.now() + 2 * typingEveryMs);
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

/** Tells the other that something is being typed, as seldom as the server wants to hear it. */
export function useSayTyping(conversationId: string | null): () => void {
  const last = useRef(0);
  return () => {
    const now = Date.now();
    if (conversationId === null || now - last.current < typingEveryMs) return;
    last.current = now;
    void callServer('typing', { conversationId });
  };
}

/** Sends read receipts, once for each message, while the tab is visible. */
export function useMarkRead(profileId: string, newest: { id: string; seq: number } | undefined, isSeen: boolean): void {
  const client = useQueryClient();
  const said = useRef(0);
  const [visible, setVisible] = useState(() => document.visibilityState === 'visible');
  useEffect(() => {
    const look = () => setVisible(document.visibilityState === 'visible');
    document.addEventListener('visibilitychange', look);
    return () => document.removeEventListener('visibilitychange', look);
  }, []);
  const seq = newest?.seq ?? 0;
  const messageId = newest?.id;
  useEffect(() => {
    if (!messageId || !isSeen || !visible || seq <= said.current) return;
    said.current = seq;
    api.markRead({ params: { profileId }, body: { messageId } }).then(
      () => {
        // Over the socket the number comes by itself.
        if (!liveStore.get()) readUnread(client);
        putMarks(client, profileId, { ownReadSeq: seq });
        readLists(client, profileId);
      },
      () => {
        // Sent again with the next message, or when the tab becomes visible.
        said.current = 0;
      },
    );
  }, [client, profileId, messageId, seq, isSeen, visible]);
}
