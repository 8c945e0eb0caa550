import { Trans, useLingui } from '@lingui/react/macro';
import { useInfiniteQuery } from '@tanstack/react-query';
import { typingIntervalMs } from '@vlam/contract/rules/messaging';
import { type KeyboardEvent, useEffect, useState } from 'react';
import { Button, buttonStyle } from '../../../components/ui/button.tsx';
import { EmptyState } from '../../../components/ui/empty-state.tsx';
import { ErrorState } from '../../../components/ui/error-state.tsx';
import { Loading, SkeletonRows } from '../../../components/ui/skeleton.tsx';
import { joinTopic, useLiveEvent } from '../../../lib/realtime.ts';
import { Link } from '../../../lib/router.tsx';
import { useCurrentUser } from '../../../lib/session.ts';
import { type Box, conversationsQuery } from '../lists.ts';
import { changeOfflineThreads } from '../threads/api.ts';
import type { ConversationRow } from '../types.ts';
import { ThreadRow } from './thread-row.tsx';

/** Threads subscribed for presence and typing; the socket allows 50 topics. */
const subscribedThreads = 30;

/** Conversation ids in which the other member is typing. */
function useTypingIn(rows: readonly ConversationRow[]): ReadonlySet<string> {
  const [typing, setTyping] = useState<ReadonlySet<string>>(new Set());
  const subscribed = rows.filter((each) => !each.isRequest).slice(0, subscribedThreads);
  const ids = subscribed.map((each) => each.id).join(' ');
  useEffect(() => {
    const leave = ids.split(' ').flatMap((id) => (id ? [joinTopic(`conversation:${id}`)] : []));
    return () => {
      for (const each of leave) each();
    };
  }, [ids]);
  useLiveEvent('typing', ({ conversationId, profileId }) => {
    if (!subscribed.some((each) => each.id === conversationId && each.profile.id === profileId)) return;
    setTyping((before) => new Set(before).add(conversationId));
    setTimeout(() => {
      setTyping((before) => new Set([...before].filter((each) => each !== conversationId)));
    }, 2 * typingIntervalMs);
  });
  return typing;
}

/** Up and Down move between threads; Enter opens one. */
function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
  const links = [...event.currentTarget.querySelectorAll<HTMLElement>('a[href^="/chat/"]')];
  const at = links.indexOf(document.activeElement as HTMLElement);
  const next = links[event.key === 'ArrowDown' ? at + 1 : Math.max(0, at - 1)];
  if (!next) return;
  event.preventDefault();
  next.focus();
}

interface ThreadsProps {
  box: Box;
  /** Filter by part of a name; empty shows all. */
  search: string;
  openId: string | undefined;
}

/** The threads of one box, newest first. */
export function ThreadRows({ box, search, openId }: ThreadsProps) {
  const { t } = useLingui();
  const list = useInfiniteQuery(conversationsQuery(box));
  const { data, dataUpdatedAt, error, refetch, hasNextPage } = list;
  const { fetchNextPage, isFetching, isFetchingNextPage, isFetchNextPageError } = list;
  // Survives a refetch of earlier pages: a refused page is requested again only by hand.
  const [isRefused, setIsRefused] = useState(false);
  const isStuck = isRefused || isFetchNextPageError;
  const more = () => {
    setIsRefused(false);
    void fetchNextPage().then(({ isError }) => setIsRefused(isError));
  };
  const all = data?.pages.flatMap((page) => page.items) ?? [];
  const typing = useTypingIn(all);
  const accountId = useCurrentUser()?.id;
  const isWhole = box === 'inbox' && data !== undefined && !hasNextPage;
  useEffect(() => {
    if (!isWhole || !accountId) return;
    const profileIds = data.pages.flatMap((page) => page.items.map((each) => each.profile.id));
    changeOfflineThreads((module) => module.deleteOrphans({ accountId, profileIds, readAt: dataUpdatedAt }));
  }, [isWhole, accountId, data, dataUpdatedAt]);
  const query = search.toLocaleLowerCase();
  const rows = query ? all.filter((each) => each.profile.displayName.toLocaleLowerCase().includes(query)) : all;
  // A matching name may be on a page not loaded yet.
  useEffect(() => {
    if (query && hasNextPage && !isFetching && !isStuck) more();
  });

  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data)
    return (
      <Loading label={t`Loading conversations`} className="pt-2 lg:px-6">
        <SkeletonRows count={6} />
      </Loading>
    );
  if (rows.length === 0 && !hasNextPage) return <NoThreads box={box} search={search} />;
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys only move between the links inside.
    <div onKeyDown={moveFocus} className="-mx-3 py-2 lg:mx-0 lg:px-3">
      <ul>
        {rows.map((row) => (
          <li key={row.id}>
            <ThreadRow row={row} isOpen={row.profile.id === openId} isTyping={typing.has(row.id)} />
          </li>
        ))}
      </ul>
      {hasNextPage ? (
        <Button full className="my-2" busy={isFetchingNextPage} busyLabel={<Trans>Loading</Trans>} onClick={more}>
          {isStuck ? <Trans>The rest didn't load. Try again</Trans> : <Trans>Show more</Trans>}
        </Button>
      ) : null}
    </div>
  );
}

function NoThreads({ box, search }: { box: Box; search: string }) {
  if (search) return <EmptyState title={<Trans>Nobody named "{search}"</Trans>} />;
  if (box === 'requests')
    return (
      <EmptyState
        title={<Trans>No requests</Trans>}
        text={<Trans>What strangers write to you waits here until you say yes or no.</Trans>}
      />
    );
  if (box === 'unread')
    return <EmptyState title={<Trans>Nothing unread</Trans>} text={<Trans>You have read everything.</Trans>} />;
  if (box === 'subscribers')
    return (
      <EmptyState
        title={<Trans>No conversations with subscribers</Trans>}
        text={<Trans>Chats with your subscribers appear here.</Trans>}
      />
    );
  if (box === 'followers')
    return (
      <EmptyState
        title={<Trans>No conversations with followers</Trans>}
        text={<Trans>Chats with people who follow you appear here.</Trans>}
      />
    );
  if (box.startsWith('list:'))
    return (
      <EmptyState
        title={<Trans>No conversations with this list</Trans>}
        text={<Trans>Chats with the people you put on it appear here.</Trans>}
      />
    );
  if (box === 'spenders')
    return (
      <EmptyState
        title={<Trans>No conversations with spenders</Trans>}
        text={<Trans>Members who tipped you or bought from you appear here.</Trans>}
      />
    );
  return (
    <EmptyState
      title={<Trans>No conversations yet</Trans>}
      text={<Trans>Say hello to someone nearby. Your chats appear here.</Trans>}
      action={
        <Link to="/nearby" className={buttonStyle({ variant: 'bone' })}>
          <Trans>Find Nearby Flames</Trans>
        </Link>
      }
    />
  );
}
