import { useLingui } from '@lingui/react/macro';
import type { ContentView } from '@vlam/contract/content';
import { serverTime } from '../../lib/helpers/clock.ts';
import type { ToastInput } from '../../lib/toast.ts';
import { isFetched, timeText } from './times.ts';

/** The message after an item was stored; `before` is its earlier state, null for a new one. */
export function useSavedMessage(): (item: ContentView, before: ContentView | null) => ToastInput {
  const { t } = useLingui();
  return (item, before) => {
    const publishAt = item.rules?.publishAt;
    if (item.state === 'review')
      return before?.state === 'published'
        ? { title: t`Saved`, text: t`A lower rating waits for a moderator. Until then nobody else sees the item.` }
        : { title: t`Success!`, text: t`Your content has been sent. A moderator looks at it first.` };
    if (isFetched(item, serverTime(Date.now())))
      return { title: t`On its way`, text: t`We fetch the file and publish it when it is ready.` };
    if (item.state === 'draft' && publishAt) {
      const time = timeText(publishAt, serverTime(Date.now()));
      return { title: t`Scheduled`, text: t`It is published ${time}, if everyone in it has said yes by then.` };
    }
    if (item.state === 'draft') return { title: t`Draft saved`, text: t`Only you see it, on your page.` };
    if (before?.state === 'published') return { title: t`Saved` };
    return { title: t`Success!`, text: t`Your content has been published` };
  };
}
