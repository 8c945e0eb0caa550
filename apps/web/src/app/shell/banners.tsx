import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { Suspense } from 'react';
import { Tag } from '../../components/ui/tag.tsx';
import { queryOf } from '../../lib/api.ts';
import { installStore } from '../../lib/install.ts';
import { connectionStore } from '../../lib/online.ts';
import { useStore } from '../../lib/store.ts';
import { lazyPart } from '../../lib/styles.ts';
import { updateStore } from '../../lib/updates.ts';

const BannerStack = lazyPart(() => import('./banner-stack.tsx').then((module) => module.BannerStack));

/** Connection, update and install messages; their code loads with the first of them. */
export function Banners({ framed }: { framed: boolean }) {
  const connection = useStore(connectionStore);
  const update = useStore(updateStore);
  const { asking } = useStore(installStore);
  if (connection === 'online' && !update && !asking) return null;
  return (
    <Suspense fallback={null}>
      <div className={clsx('sticky z-19', framed ? 'top-(--bar-top)' : 'top-0')}>
        <BannerStack />
      </div>
    </Suspense>
  );
}

/** Says on every page that the people and figures are samples, while they are. */
export function DemoMark({ rail, bar }: { rail: boolean; bar: boolean }) {
  const { t } = useLingui();
  const { data } = useQuery(queryOf('publicSettings'));
  if (!data?.demo) return null;
  return (
    // A landmark of its own: it belongs to no screen.
    <aside aria-label={t`Demo`}>
      <Tag
        tone="glass"
        className={clsx(
          'pointer-events-none fixed! left-3 z-28',
          bar
            ? 'bottom-[calc(var(--bar-bottom)+env(safe-area-inset-bottom)+8px)]'
            : 'bottom-[calc(var(--screen-bar,0px)+12px)]',
          // Beside the word mark where there is a rail, so that it covers nothing.
          rail && 'lg:top-[26px] lg:bottom-auto lg:left-[144px]',
        )}
      >
        <Trans>Demo data</Trans>
      </Tag>
    </aside>
  );
}
