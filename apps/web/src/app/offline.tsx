import { Trans, useLingui } from '@lingui/react/macro';
import { type ReactNode, useEffect, useState } from 'react';
import { OfflineNote } from '../components/offline-note.tsx';
import { Avatar } from '../components/ui/avatar.tsx';
import { ErrorState } from '../components/ui/error-state.tsx';
import { PageTitle, Section } from '../components/ui/page-title.tsx';
import { ApiError } from '../lib/api.ts';
import { formatDate, formatTime } from '../lib/format.ts';
import type { ListName } from '../lib/list-name.ts';
import { listsOfScreen, type OfflineList, type OfflineRow, readLists } from '../lib/offline-lists.ts';
import { Link, usePathname } from '../lib/router.tsx';
import { lazyPart } from '../lib/styles.ts';
import { useServerCheck } from '../lib/use-server-check.ts';
import { ScreenLoading } from './screen-loading.tsx';

const OfflineChat = lazyPart(() =>
  import('../features/messaging/components/offline-chat.tsx').then((module) => module.OfflineChat),
);

export interface OfflineProps {
  error: unknown;
  /** Called with the account id of what is shown. */
  onOwner(accountId: string): void;
  onRetry(): void;
}

/** A screen while the server is unreachable: what this device kept of it, else the error. */
export function Offline(props: OfflineProps) {
  const path = usePathname();
  if (path.startsWith('/chat/')) return <OfflineChat {...props} />;
  const names = props.error instanceof ApiError ? undefined : listsOfScreen[path];
  return names ? <OfflineLists key={path} names={names} path={path} {...props} /> : <Unreachable {...props} />;
}

const Unreachable = ({ error, onRetry }: OfflineProps) => <ErrorState error={error} heading="h1" onRetry={onRetry} />;

function OfflineLists({ names, path, ...props }: OfflineProps & { names: readonly ListName[]; path: string }) {
  const [lists, setLists] = useState<OfflineList[]>();
  const { onOwner, onRetry } = props;
  useServerCheck(onRetry);
  useEffect(() => {
    let isUnmounted = false;
    readLists(names)
      .catch(() => [])
      .then((found) => {
        if (isUnmounted) return;
        if (found[0]) onOwner(found[0].accountId);
        setLists(found);
      });
    return () => {
      isUnmounted = true;
    };
  }, [names, onOwner]);
  if (!lists) return <ScreenLoading />;
  if (lists.length === 0) return <Unreachable {...props} />;
  return (
    <>
      <PageTitle>
        {path === '/' ? (
          <Trans>Feed</Trans>
        ) : path === '/nearby' ? (
          <Trans>Nearby Flames</Trans>
        ) : path === '/messages' ? (
          <Trans>Messages</Trans>
        ) : (
          <Trans>Library</Trans>
        )}
      </PageTitle>
      <KeptAt at={Math.min(...lists.map(({ savedAt }) => savedAt))} onRetry={onRetry} />
      {lists.map((list) => (
        <ListSection key={list.name} title={titles[list.name]}>
          {list.rows.length > 0 ? (
            <ul className="max-w-160">
              {list.rows.map((row) => (
                <Row key={row.id} row={row} of={list.name} pictured={list.rows.some(({ portrait }) => portrait)} />
              ))}
            </ul>
          ) : (
            <p className="text-muted">
              <Trans>Nothing was here.</Trans>
            </p>
          )}
        </ListSection>
      ))}
    </>
  );
}

/** A screen of one list needs no heading besides its own. */
const ListSection = ({ title, children }: { title: ReactNode; children: ReactNode }) =>
  title ? <Section title={title}>{children}</Section> : <div className="mt-5">{children}</div>;

const titles: Record<ListName, ReactNode> = {
  available: <Trans>Who was available</Trans>,
  contentFeed: <Trans>From the feed</Trans>,
  nearby: <Trans>Near you</Trans>,
  listOwned: <Trans>Bought</Trans>,
  listSaved: <Trans>Saved</Trans>,
  listLibrary: <Trans>Uploads</Trans>,
  listAlbums: <Trans>Albums</Trans>,
  listSharedAlbums: <Trans>Shared with you</Trans>,
  listConversations: null,
};

function KeptAt({ at, onRetry }: { at: number; onRetry(): void }) {
  const when = new Date(at);
  const time = formatTime(when);
  const date = formatDate(when);
  const isToday = date === formatDate(new Date());
  return (
    <OfflineNote onRetry={onRetry} className="mt-3 max-w-160 rounded-card py-1.5">
      <p className="min-w-0 flex-1 font-semibold text-sm">
        {isToday ? (
          <Trans>Offline, as of {time}</Trans>
        ) : (
          <Trans>
            Offline, as of {date}, {time}
          </Trans>
        )}
      </p>
    </OfflineNote>
  );
}

function Row({ row, of, pictured }: { row: OfflineRow; of: ListName; pictured: boolean }) {
  const { t } = useLingui();
  const isFile = of === 'listLibrary';
  const isThread = of === 'listConversations';
  const title = isFile ? (row.title === 'video' ? t`Video` : row.title === 'audio' ? t`Sound` : t`Picture`) : row.title;
  const content = (
    <>
      {row.portrait ? (
        <Avatar src={row.portrait} size={48} />
      ) : pictured ? (
        <span
          aria-hidden
          className="grid size-12 shrink-0 place-items-center rounded-pill bg-surface-3 font-semibold text-muted"
        >
          {title.charAt(0)}
        </span>
      ) : null}
      <span className="min-w-0">
        <span className="wrap-anywhere block font-semibold">{title}</span>
        <span className="block text-meta text-muted">
          {isFile || (isThread && row.text) ? formatDate(new Date(row.text)) : row.text}
        </span>
      </span>
    </>
  );
  const line = 'flex min-h-16 items-center gap-3.5 py-2';
  return (
    <li className="border-line border-t first:border-t-0">
      {isThread ? (
        <Link to="/chat/:id" params={{ id: row.id }} className={`press rounded-md ${line}`}>
          {content}
        </Link>
      ) : (
        <div className={line}>{content}</div>
      )}
    </li>
  );
}
