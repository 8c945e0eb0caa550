import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import ArrowLeft from 'lucide-react/icons/arrow-left';
import HandCoins from 'lucide-react/icons/hand-coins';
import Timer from 'lucide-react/icons/timer';
import { Avatar } from '../../../components/ui/avatar.tsx';
import { Button } from '../../../components/ui/button.tsx';
import { CallSpace } from '../../../components/ui/call-space.tsx';
import { DemoText } from '../../../components/ui/demo-text.tsx';
import { IconButton } from '../../../components/ui/icon-button.tsx';
import { useLastActive } from '../../../components/ui/person-labels.tsx';
import { queryOf } from '../../../lib/api.ts';
import { connectionStore } from '../../../lib/online.ts';
import { go, Link } from '../../../lib/router.tsx';
import { useStore } from '../../../lib/store.ts';
import { Part } from '../row-parts/part.tsx';
import { threadPart } from '../thread-parts.ts';
import type { Conversation } from '../types.ts';
import { ChatMenu } from './chat-menu.tsx';
import type { ChatMenuProps } from './chat-sheet.ts';

const CallMenu = threadPart((parts) => parts.CallMenu);

/** Goes back; to the list of threads when the thread was opened by URL. */
export const leaveThread = () => (history.length > 1 ? history.back() : go({ to: '/messages' }));

interface ChatHeaderProps extends Omit<ChatMenuProps, 'conversation'> {
  conversation: Conversation;
  isTyping: boolean;
  onTip(): void;
}

/** Name and presence of the other member, call, tip and menu. */
export function ChatHeader({ conversation, isTyping, onTip, ...menu }: ChatHeaderProps) {
  const { t } = useLingui();
  const lastActive = useLastActive();
  const { profile, isWaiting, expiresAfter } = conversation;
  const { id, displayName, avatarUrl, isCreator } = profile;
  // Presence is unknown while offline.
  const isCut = useStore(connectionStore) === 'offline';
  const isOnline = profile.isOnline && !isWaiting && !isCut;
  const isDemo = useQuery(queryOf('publicSettings')).data?.demo === true;
  return (
    <>
      <header className="@container/head flex min-h-16 py-1 shrink-0 items-center gap-2.5 border-line border-b pr-1.5 pl-1 lg:min-h-18 lg:pr-4 lg:pl-6">
        <IconButton label={t`Back`} onClick={leaveThread} className="lg:hidden">
          <ArrowLeft size={20} />
        </IconButton>
        <Link to="/profile/:id" params={{ id }} className="flex min-w-28 flex-1 items-center gap-2.5 rounded-sm">
          <Avatar src={avatarUrl} size={44} online={isOnline} className="@max-[15rem]/head:hidden" />
          <span className="min-w-0">
            <h1
              tabIndex={-1}
              data-cut
              title={displayName}
              className="truncate font-sans font-semibold text-base leading-tight"
            >
              {displayName}
            </h1>
            <span className="flex min-h-4.5 items-center gap-1.5 text-faint text-meta">
              <span data-cut className="truncate leading-tight">
                {isTyping ? (
                  <span className="text-ember-text">
                    <Trans>typing…</Trans>
                  </span>
                ) : isWaiting ? (
                  <Trans>No answer yet</Trans>
                ) : isCut ? null : isOnline ? (
                  <Trans>Online now</Trans>
                ) : (
                  lastActive(profile.lastActive === 'now' ? { lastActive: 'hour' } : profile)
                )}
              </span>
              {expiresAfter === null ? null : (
                <>
                  <Timer size={14} className="shrink-0" />
                  <span className="sr-only">{t`Messages disappear`}</span>
                </>
              )}
            </span>
          </span>
        </Link>
        {isCreator ? (
          <>
            {/* On phones a row of the menu, so that name and tip have room. */}
            <span className="contents max-[480px]:hidden">
              <Part fallback={<CallSpace />}>
                <CallMenu profileId={id} variant="plain" />
              </Part>
            </span>
            <Button
              variant="gold"
              size="sm"
              icon={<HandCoins size={18} />}
              aria-label={t`Send Tip`}
              title={t`Send Tip`}
              onClick={onTip}
              className="@max-[27rem]/head:size-11 @max-[27rem]/head:px-0!"
            >
              <span className="@max-[27rem]/head:hidden">
                <Trans>Send Tip</Trans>
              </span>
            </Button>
          </>
        ) : null}
        <ChatMenu conversation={conversation} {...menu} />
      </header>
      {isDemo ? (
        <p className="shrink-0 pt-1 text-center text-faint text-micro lg:hidden">
          <DemoText />
        </p>
      ) : null}
    </>
  );
}
