import { useLingui } from '@lingui/react/macro';
import type { ContentView } from '@vlam/contract/content';
import type { ProfileView } from '@vlam/contract/profiles';
import { useState } from 'react';
import { tipForItem, useTipped } from '../../features/content/api.ts';
import { ContentGrid } from '../../features/content/components/content-grid.tsx';
import { lazyPart } from '../../lib/styles.ts';
import { OnceOpened } from '../shell/opened.tsx';

const ItemSheet = lazyPart(() =>
  import('../../features/content/components/item-sheet.tsx').then((module) => module.ItemSheet),
);
const TipSheet = lazyPart(() =>
  import('../../features/social/components/tip-sheet.tsx').then((module) => module.TipSheet),
);

export type ItemKind = 'all' | 'photos' | 'videos';
const mediaTypes = { all: undefined, photos: 'image', videos: 'video' } as const;

interface PersonItemsProps {
  person: Pick<ProfileView, 'id' | 'displayName'>;
  kind: ItemKind;
  onSubscribe(): void;
}

/** What a creator posts; an item opens with its price, or with comments, likes and tips. */
export function PersonItems({ person, kind, onSubscribe }: PersonItemsProps) {
  const { t } = useLingui();
  const [open, setOpen] = useState<ContentView | null>(null);
  const [tipping, setTipping] = useState<ContentView | null>(null);
  const tipped = useTipped();
  const tip = (item: ContentView) => {
    setOpen(null);
    setTipping(item);
  };
  const subscribe = () => {
    setOpen(null);
    onSubscribe();
  };
  return (
    <div className="mt-3 lg:mt-5">
      <h2 className="sr-only">{t`Content`}</h2>
      <ContentGrid creatorId={person.id} name={person.displayName} mediaType={mediaTypes[kind]} onOpen={setOpen} />
      <OnceOpened open={open !== null} close={() => setOpen(null)}>
        <ItemSheet item={open} onClose={() => setOpen(null)} onUnlocked={setOpen} onTip={tip} onSubscribe={subscribe} />
      </OnceOpened>
      <OnceOpened open={tipping !== null} close={() => setTipping(null)}>
        <TipSheet
          to={tipping && tipForItem(tipping)}
          onClose={() => setTipping(null)}
          onSent={({ contentId }, amount) => contentId && tipped(contentId, amount)}
        />
      </OnceOpened>
    </div>
  );
}
