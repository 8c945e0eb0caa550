import type { InfiniteData, QueryClient } from '@tanstack/react-query';
import type { ContentView } from '@vlam/contract/content';
import { type Answer, keyOf } from '../../lib/api.ts';

// Apart from `api.ts`, because every signed-in member loads it.
/** Takes a removed item of another creator out of every cached list; the creator's own list shows its new state. */
export function dropItem(client: QueryClient, id: string): void {
  const keeps = (item: ContentView) => item.id !== id || item.isOwn;
  client.setQueryData<InfiniteData<Answer<'contentFeed'>>>(
    keyOf('contentFeed'),
    (feed) => feed && { ...feed, pages: feed.pages.map((page) => ({ ...page, items: page.items.filter(keeps) })) },
  );
  client.setQueriesData<Answer<'creatorContent'>>({ queryKey: keyOf('creatorContent') }, (items) =>
    items?.filter(keeps),
  );
}
