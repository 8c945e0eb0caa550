import { Trans, useLingui } from '@lingui/react/macro';
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import Search from 'lucide-react/icons/search';
import X from 'lucide-react/icons/x';
import { Suspense, useEffect, useState } from 'react';
import { IconButton } from '../../../components/ui/icon-button.tsx';
import { SiteFooter } from '../../../components/ui/site-footer.tsx';
import { Tabs } from '../../../components/ui/tabs.tsx';
import { TextInput } from '../../../components/ui/text-input.tsx';
import { onSocketOpen, useLiveEvent, useLiveOrPoll } from '../../../lib/realtime.ts';
import { go, useSearchParam } from '../../../lib/router.tsx';
import { useCurrentUser } from '../../../lib/session.ts';
import { lazyPart } from '../../../lib/styles.ts';
import { type Box, boxes, conversationsQuery, putPresence, refetchLists } from '../lists.ts';
import { CreatorMenu } from './creator-menu.tsx';
import { ThreadRows } from './thread-rows.tsx';

const OwnLists = lazyPart(() => import('./own-lists.tsx').then((module) => module.OwnLists));

/** Poll interval without a socket, in milliseconds. */
const pollIntervalMs = 15_000;
const focusOnMount = (input: HTMLInputElement | null) => input?.focus();

/** Keeps the thread lists up to date while mounted. */
function useLiveLists(shown: Box): void {
  const client = useQueryClient();
  const ownId = useCurrentUser()?.profileId;
  useEffect(() => {
    // The cached list may be outdated.
    if (client.getQueryData(conversationsQuery(shown).queryKey)) refetchLists(client);
  }, [client, shown]);
  useEffect(() => onSocketOpen(() => refetchLists(client, undefined, true)), [client]);
  useLiveOrPoll({ event: 'message.created', everyMs: pollIntervalMs }, () => refetchLists(client));
  useLiveEvent('message.updated', ({ profileId }) => refetchLists(client, profileId));
  useLiveEvent('conversation.read', ({ conversationId, profileId }) => {
    // Reads by others are shown in the thread only.
    if (profileId === ownId) refetchLists(client, conversationId);
  });
  useLiveEvent('conversation.cleared', ({ profileId }) => refetchLists(client, profileId));
  useLiveEvent('unread.changed', () => refetchLists(client));
  useLiveEvent('presence.changed', ({ profileId, isOnline }) => putPresence(client, profileId, isOnline));
}

interface ThreadListProps {
  /** Profile id of the thread open beside the list. */
  openId?: string;
  /** h1 when the list is the whole screen. */
  heading?: 'h1' | 'h2';
}

/** All threads: the inbox and message requests. */
export function ThreadList({ openId, heading: Heading = 'h1' }: ThreadListProps) {
  const { t } = useLingui();
  const user = useCurrentUser();
  const boxParam = useSearchParam('box');
  const box = boxes.find((each) => each === boxParam) ?? (boxParam?.startsWith('list:') ? (boxParam as Box) : 'inbox');
  const [search, setSearch] = useState<string | null>(null);
  const [boxBesideThread, setBoxBesideThread] = useState<Box>(box);
  // Beside a thread the URL belongs to the thread.
  const shown = openId ? boxBesideThread : box;
  const isList = shown.startsWith('list:');
  // Each list response has the counts of all boxes; keep the last ones while another box loads.
  const read = useInfiniteQuery(conversationsQuery(shown === 'list:' ? 'inbox' : shown)).data?.pages[0];
  const [first, setFirst] = useState(read);
  if (read && read !== first) setFirst(read);
  useLiveLists(shown);
  const choose = (next: Box) => {
    setBoxBesideThread(next);
    if (!openId) go({ to: '/messages', search: { box: next === 'inbox' ? undefined : next }, replace: true });
  };
  return (
    <section aria-label={t`Conversations`} className="flex min-h-0 flex-1 flex-col lg:pt-5">
      <header className="flex shrink-0 items-center justify-between gap-2 pt-4 lg:px-6 lg:pt-0">
        <Heading tabIndex={-1} className={openId ? 'd3' : 'd2 lg:text-[length:var(--d3)]'}>
          <Trans>Messages</Trans>
        </Heading>
        <div className="-mr-2 flex">
          {user?.creator ? <CreatorMenu /> : null}
          <IconButton
            label={search === null ? t`Search conversations` : t`Close search`}
            aria-expanded={search !== null}
            onClick={() => setSearch(search === null ? '' : null)}
          >
            {search === null ? <Search size={20} /> : <X size={20} />}
          </IconButton>
        </div>
      </header>
      {search === null ? null : (
        <search className="mt-2 block shrink-0 lg:px-3">
          <TextInput
            aria-label={t`Name`}
            placeholder={t`Search by name`}
            before={<Search size={18} />}
            className="h-11! pl-11!"
            autoComplete="off"
            ref={focusOnMount}
            maxLength={60}
            value={search}
            onChange={(event) => setSearch(event.currentTarget.value)}
            onKeyDown={(event) => event.key === 'Escape' && setSearch(null)}
          />
        </search>
      )}
      <Tabs
        className="mt-1 flex min-h-0 flex-1 flex-col lg:[--gutter:24px] [&>[role=tablist]]:shrink-0 lg:[&>[role=tablist]]:mx-0 [&>[role=tabpanel]]:min-h-0 [&>[role=tabpanel]]:flex-1 lg:[&>[role=tabpanel]]:overflow-y-auto"
        label={t`Conversations`}
        tabs={[
          { value: 'inbox', label: t`Inbox` },
          { value: 'unread', label: t`Unread`, ...(first?.unreadThreads ? { count: first.unreadThreads } : {}) },
          ...(user?.creator
            ? [
                { value: 'subscribers' as const, label: t`Subscribers` },
                { value: 'followers' as const, label: t`Followers` },
                { value: 'spenders' as const, label: t`Spenders` },
                { value: 'list:' as const, label: t`My lists` },
              ]
            : []),
          { value: 'requests', label: t`Requests`, ...(first?.requests ? { count: first.requests } : {}) },
        ]}
        value={isList ? 'list:' : shown}
        onChange={choose}
      >
        {isList ? (
          <Suspense fallback={null}>
            <OwnLists chosen={shown} onChoose={choose} />
          </Suspense>
        ) : null}
        {shown === 'list:' ? null : (
          <ThreadRows key={shown} box={shown} search={search?.trim() ?? ''} openId={openId} />
        )}
        <SiteFooter className="mt-8 lg:mx-6" />
      </Tabs>
    </section>
  );
}
