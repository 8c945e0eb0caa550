import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { useEarnedLabel } from '../../../components/ui/earned-label.ts';
import { formatDate, formatTime, formatWeekday } from '../../../lib/format.ts';
import { languageStore } from '../../../lib/language.ts';
import { useStore } from '../../../lib/store.ts';
import type { ConversationRow, MessageView } from '../types.ts';

const dayMs = 86_400_000;

/** Day names of threads and their list. */
export function useDays() {
  const { t } = useLingui();
  const language = useStore(languageStore);
  const now = Date.now();
  const today = formatDate(new Date(now));
  const yesterday = formatDate(new Date(now - dayMs));
  return {
    /** `Today`, `Yesterday`, `Friday`, `14 Mar 2026`. */
    dayName(at: string): string {
      const day = formatDate(at);
      if (day === today) return t`Today`;
      if (day === yesterday) return t`Yesterday`;
      return now - new Date(at).getTime() < 6 * dayMs ? formatWeekday(at, language) : formatDate(at, language);
    },
    /** `21:40` today, then `Fri`, then `14 Mar`. */
    shortTime(at: string): string {
      if (formatDate(at) === today) return formatTime(at);
      if (now - new Date(at).getTime() < 6 * dayMs) {
        const day = formatWeekday(at, language);
        // In isiZulu and isiXhosa the first letters of the weekdays are alike.
        return language === 'en' || language === 'af' ? day.slice(0, 3) : day;
      }
      return formatDate(at, language).split(' ').slice(0, 2).join(' ');
    },
  };
}

type Quoted = Pick<MessageView, 'content' | 'mediaType'> & {
  [Name in 'tip' | 'gift' | 'deletedAt']?: MessageView[Name] | undefined;
};

/** One-line summary of a message: its text, or what it is. */
export function useSummary() {
  const { t } = useLingui();
  const earnedLabel = useEarnedLabel();
  return {
    /** As the thread list shows the last message. */
    lastOf({ lastMessage, profile }: Pick<ConversationRow, 'lastMessage' | 'profile'>): string {
      if (!lastMessage) return t`Your flames met. Say hello`;
      const { content, mediaType, tip, gift, earned, deletedAt, senderId } = lastMessage;
      const isOwn = senderId !== profile.id;
      if (deletedAt) return isOwn ? t`You unsent a message` : t`Message unsent`;
      if (tip !== null)
        return isOwn
          ? t`${plural(tip, { one: 'You sent a tip of # credit', other: 'You sent a tip of # credits' })}`
          : earned
            ? t`Sent a tip: ${earnedLabel.brief(earned)}`
            : t`Sent a tip`;
      if (gift)
        return isOwn ? t`You sent a gift` : earned ? t`Sent a gift: ${earnedLabel.brief(earned)}` : t`Sent a gift`;
      if (content) return isOwn ? t`You: ${content}` : content;
      if (mediaType === 'video') return isOwn ? t`You sent a video` : t`Sent a video`;
      return isOwn ? t`You sent a photo` : t`Sent a photo`;
    },
    /** As a quote shows it; the quoted data has text and media type only. */
    quoteOf({ content, mediaType, tip, gift, deletedAt }: Quoted): string {
      if (deletedAt) return t`Message unsent`;
      if (tip) return t`${plural(tip, { one: 'Tip of # credit', other: 'Tip of # credits' })}`;
      if (gift) return t`Gift`;
      if (content) return content;
      return mediaType === 'video' ? t`Video` : mediaType === 'photo' ? t`Photo` : t`Message`;
    },
  };
}
