import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { Button } from '../../components/ui/button.tsx';
import { menuRow } from '../../components/ui/menu-row.ts';
import { Section, sectionLink } from '../../components/ui/page-title.tsx';
import { SafetyMenu } from '../../components/ui/safety-menu.tsx';
import { Closing } from '../../features/discovery/components/closing.tsx';
import { MoodBox } from '../../features/discovery/components/mood-box.tsx';
import { MoodList } from '../../features/discovery/components/mood-list.tsx';
import { PostFeed } from '../../features/discovery/components/post-feed.tsx';
import { QuickActions } from '../../features/discovery/components/quick-actions.tsx';
import { Trending } from '../../features/discovery/components/trending.tsx';
import { saveData } from '../../lib/device.ts';
import type { Flames } from '../../lib/flames.ts';
import { Link } from '../../lib/router.tsx';
import { lazyPart } from '../../lib/styles.ts';
import { LazySheet } from '../shell/lazy-boundary.tsx';

const MoodSheet = lazyPart(() =>
  import('../../features/discovery/components/mood-sheet.tsx').then((module) => module.MoodSheet),
);
type Person = { id: string; displayName: string };

/** Interest posts; beside them trends, moods and links; then the end of the page. */
export function HomeActivity({ flames }: { flames: Flames }) {
  const { t } = useLingui();
  const [moods, setMoods] = useState(false);
  const [spare, setSpare] = useState(saveData);
  const menuOf =
    (type: 'interest_post' | 'mood') =>
    ({ id, person }: { id: string; person: Person }) => (
      <SafetyMenu
        person={person}
        target={{ type, id }}
        reportTitle={type === 'mood' ? t`Report ${person.displayName}'s mood` : t`Report ${person.displayName}'s post`}
      >
        {() => (
          <Link to="/profile/:id" params={{ id: person.id }} className={menuRow}>
            <Trans>View Profile</Trans>
          </Link>
        )}
      </SafetyMenu>
    );
  return (
    <>
      <Section
        title={<Trans>Live Social Activity</Trans>}
        aside={
          <Link to="/create-interest" className={sectionLink}>
            <Trans>Post Your Interest</Trans>
          </Link>
        }
        className="lg:[&>:first-child]:mr-92"
      >
        <div className="lg:grid lg:grid-cols-[minmax(0,1fr)_320px] lg:gap-12">
          <div>
            <PostFeed flames={flames} pictured={!spare} menuOf={menuOf('interest_post')} />
            {spare ? (
              <Button size="sm" className="mt-3" onClick={() => setSpare(false)}>
                <Trans>Show pictures</Trans>
              </Button>
            ) : null}
          </div>
          <aside className="mt-9 flex flex-col gap-9 lg:-mt-11">
            <Trending />
            <div>
              <MoodBox onMore={() => setMoods(true)} />
              <MoodList pictured={!spare} menuOf={menuOf('mood')} />
            </div>
            <QuickActions />
          </aside>
        </div>
        <LazySheet open={moods} close={() => setMoods(false)}>
          <MoodSheet open={moods} onClose={() => setMoods(false)} />
        </LazySheet>
      </Section>
      <Closing />
    </>
  );
}
