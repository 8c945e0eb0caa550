import { Trans, useLingui } from '@lingui/react/macro';
import Megaphone from 'lucide-react/icons/megaphone';
import { Suspense, useState } from 'react';
import { ErrorBoundary } from '../../../components/ui/error-state.tsx';
import { menuRow } from '../../../components/ui/menu-row.ts';
import { Popover } from '../../../components/ui/popover.tsx';
import { lazyPart } from '../../../lib/styles.ts';

const Broadcast = lazyPart(() => import('./broadcast-sheet.tsx').then((module) => module.BroadcastSheet));
const SavedReplies = lazyPart(() => import('./saved-replies-sheet.tsx').then((module) => module.SavedRepliesSheet));
const Welcome = lazyPart(() => import('./welcome-sheet.tsx').then((module) => module.WelcomeSheet));
const tools = { broadcast: Broadcast, replies: SavedReplies, welcome: Welcome } as const;

/** A creator's messaging tools: broadcast, saved replies, welcome message. */
export function CreatorMenu() {
  const { t } = useLingui();
  const [open, setOpen] = useState<keyof typeof tools | null>(null);
  const close = () => setOpen(null);
  const Tool = open && tools[open];
  return (
    <>
      <Popover
        label={t`Creator tools`}
        trigger={<Megaphone size={20} />}
        triggerClassName="press inline-flex size-11 shrink-0 items-center justify-center rounded-pill hover:bg-surface-2"
        className="w-64"
      >
        {(closeMenu) => {
          const choose = (what: keyof typeof tools) => () => {
            closeMenu();
            setOpen(what);
          };
          return (
            <>
              <button type="button" className={menuRow} onClick={choose('broadcast')}>
                <Trans>Message many at once</Trans>
              </button>
              <button type="button" className={menuRow} onClick={choose('replies')}>
                <Trans>Saved replies</Trans>
              </button>
              <button type="button" className={menuRow} onClick={choose('welcome')}>
                <Trans>Welcome message</Trans>
              </button>
            </>
          );
        }}
      </Popover>
      {Tool ? (
        <ErrorBoundary onFailure={close}>
          <Suspense fallback={null}>
            <Tool onClose={close} />
          </Suspense>
        </ErrorBoundary>
      ) : null}
    </>
  );
}
