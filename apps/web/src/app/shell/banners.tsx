import { useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { DemoText } from '../../components/ui/demo-text.tsx';
import { Tag } from '../../components/ui/tag.tsx';
import { queryOf } from '../../lib/api.ts';
import { installStore } from '../../lib/install.ts';
import { connectionStore } from '../../lib/online.ts';
import { useStore } from '../../lib/store.ts';
import { lazyPart } from '../../lib/styles.ts';
import { updateStore } from '../../lib/updates.ts';
import type { Layout } from '../router.tsx';
import { LazyBoundary } from './lazy-boundary.tsx';

const BannerStack = lazyPart(() => import('./banner-stack.tsx').then((module) => module.BannerStack));

/** Connection, update and install banners; their code loads with the first one. */
export function Banners({ framed }: { framed: boolean }) {
  const connection = useStore(connectionStore);
  const update = useStore(updateStore);
  const { isPromptDue: asking } = useStore(installStore);
  const settings = useQuery(queryOf('publicSettings')).data;
  if (connection === 'online' && !update && !asking && !settings?.notice && !settings?.livesAndCallsStopped)
    return null;
  return (
    <LazyBoundary>
      <div className={clsx('sticky z-19', framed ? 'top-(--bar-top)' : 'top-0')}>
        <BannerStack />
      </div>
    </LazyBoundary>
  );
}

/** True while people and figures are samples. */
export function useDemo(): boolean {
  return useQuery(queryOf('publicSettings')).data?.demo === true;
}

/** Beside the logo, over as many lines as it needs there. */
export const demoCaption = 'pointer-events-none text-faint text-micro leading-none lg:hidden';

/** Marks every screen of a demo; on phones some screens render it themselves. */
export function DemoMark({ layout }: { layout: Layout }) {
  const { t } = useLingui();
  if (!useDemo()) return null;
  return (
    // A landmark of its own, because it belongs to no screen.
    <aside aria-label={t`Demo`} className={/app|inbox|chat/.test(layout) ? 'max-lg:hidden' : ''}>
      {layout === 'plain' ? (
        <p
          className={`absolute top-0 left-[calc(4rem+46px)] flex h-(--bar-top) w-32 items-center max-xs:w-14 ${demoCaption}`}
        >
          <DemoText />
        </p>
      ) : (
        // A line of its own above screens with a bar, where it would cover content.
        <p className="py-1 text-center text-faint text-micro lg:hidden">
          <DemoText />
        </p>
      )}
      <Tag
        tone="glass"
        className={clsx(
          'pointer-events-none z-28 max-lg:hidden!',
          // Beside the logo of the rail, where it covers nothing.
          layout === 'plain' ? 'absolute! top-1 left-1/2 -translate-x-1/2' : 'fixed! top-[26px] left-[134px]',
        )}
      >
        <DemoText />
      </Tag>
    </aside>
  );
}
