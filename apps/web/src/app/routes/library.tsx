import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { PageTitle } from '../../components/ui/page-title.tsx';
import { Tabs } from '../../components/ui/tabs.tsx';
import type { LibraryFile } from '../../features/library/api.ts';
import { go, useSearchParam } from '../../lib/router.tsx';
import { useCurrentUser } from '../../lib/session.ts';
import { lazyPart } from '../../lib/styles.ts';
import { ScreenLoading } from '../screen-loading.tsx';
import { LazyBoundary } from '../shell/lazy-boundary.tsx';

const LibraryFiles = lazyPart(() =>
  import('../../features/library/components/library-files.tsx').then((module) => module.LibraryFiles),
);
const albumLists = () => import('../../features/library/components/album-lists.tsx');
const OwnAlbums = lazyPart(() => albumLists().then((module) => module.OwnAlbums));
const SharedAlbums = lazyPart(() => albumLists().then((module) => module.SharedAlbums));
const LibraryKept = lazyPart(() => import('./library-kept.tsx').then((module) => module.LibraryKept));
const AlbumEditor = lazyPart(() =>
  import('../../features/library/components/album-editor.tsx').then((module) => module.AlbumEditor),
);
const SendSheet = lazyPart(() =>
  import('../../features/library/components/send-sheet.tsx').then((module) => module.SendSheet),
);

const AlbumScreen = lazyPart(() => import('./album-screen.tsx').then((module) => module.AlbumScreen));

type Tab = 'files' | 'albums' | 'bought' | 'saved' | 'shared';
type Opened = { kind: 'album' | 'send'; files: readonly LibraryFile[] };

const tabsOf = {
  creator: ['files', 'albums', 'bought', 'saved', 'shared'],
  member: ['bought', 'saved', 'shared'],
} as const;

/**
 * What a member bought, saved and was shown, and what a creator uploaded and shares; `?show=` opens a tab, `?album=` one album.
 */
export function Route() {
  const { t } = useLingui();
  const user = useCurrentUser();
  const asked = useSearchParam('show');
  const [opened, setOpened] = useState<Opened | null>(null);
  const albumId = useSearchParam('album');
  if (!user) return <ScreenLoading />;
  if (albumId)
    return (
      <LazyBoundary key={albumId} fallback={<ScreenLoading />}>
        <AlbumScreen id={albumId} />
      </LazyBoundary>
    );
  const tabs: readonly Tab[] = user.creator ? tabsOf.creator : tabsOf.member;
  const [first = 'bought'] = tabs;
  const tab = tabs.find((each) => each === asked) ?? first;
  const labels = {
    files: t`Uploads`,
    albums: t`Albums`,
    bought: t`Bought`,
    saved: t`Saved`,
    shared: t`Shared with you`,
  };
  const open = (next: Tab) => go({ to: '/library', search: next === first ? {} : { show: next }, replace: true });
  const close = () => setOpened(null);
  return (
    <>
      <PageTitle>
        <Trans>Library</Trans>
      </PageTitle>
      <Tabs<Tab>
        className="mt-3 lg:mt-5"
        label={t`Library`}
        value={tab}
        onChange={open}
        tabs={tabs.map((value) => ({ value, label: labels[value] }))}
      >
        <div className="pt-6">
          <LazyBoundary key={tab}>
            {tab === 'files' ? (
              <LibraryFiles
                onAlbum={(files) => setOpened({ kind: 'album', files })}
                onChat={(files) => setOpened({ kind: 'send', files })}
                onBundle={(ids) => go({ to: '/marketplace', search: { bundle: ids.join() } })}
              />
            ) : tab === 'albums' ? (
              <OwnAlbums onMake={() => setOpened({ kind: 'album', files: [] })} />
            ) : tab === 'shared' ? (
              <SharedAlbums />
            ) : (
              <LibraryKept key={tab} list={tab === 'bought' ? 'listOwned' : 'listSaved'} />
            )}
          </LazyBoundary>
        </div>
      </Tabs>
      {opened ? (
        <LazyBoundary close={close}>
          {opened.kind === 'album' ? (
            <AlbumEditor
              files={opened.files}
              onClose={close}
              onSaved={({ id }) => {
                close();
                go({ to: '/library', search: { album: id } });
              }}
            />
          ) : (
            <SendSheet files={opened.files} onClose={close} />
          )}
        </LazyBoundary>
      ) : null}
    </>
  );
}
