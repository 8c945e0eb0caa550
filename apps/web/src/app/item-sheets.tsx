import type { ContentView } from '@vlam/contract/content';
import { type ReactNode, useState } from 'react';
import { tipForItem, useTipped } from '../features/content/api.ts';
import { lazyPart } from '../lib/styles.ts';
import { OnceOpened } from './shell/opened.tsx';

const ItemSheet = lazyPart(() =>
  import('../features/content/components/item-sheet.tsx').then((module) => module.ItemSheet),
);
const TipSheet = lazyPart(() =>
  import('../features/social/components/tip-sheet.tsx').then((module) => module.TipSheet),
);

/** An item opens in a sheet; a tip for it has another sheet. Place `sheets` after the items. */
export function useItemSheets({ onSubscribe }: { onSubscribe?: () => void } = {}): {
  open(item: ContentView): void;
  tip(item: ContentView): void;
  sheets: ReactNode;
} {
  const [shown, setShown] = useState<ContentView | null>(null);
  const [tipping, setTipping] = useState<ContentView | null>(null);
  const tipped = useTipped();
  const close = () => setShown(null);
  const sheets = (
    <>
      <OnceOpened open={shown !== null} close={close}>
        <ItemSheet
          item={shown}
          onClose={close}
          onUnlocked={setShown}
          onTip={(item) => {
            close();
            setTipping(item);
          }}
          onSubscribe={
            onSubscribe &&
            (() => {
              close();
              onSubscribe();
            })
          }
        />
      </OnceOpened>
      <OnceOpened open={tipping !== null} close={() => setTipping(null)}>
        <TipSheet
          to={tipping && tipForItem(tipping)}
          onClose={() => setTipping(null)}
          onSent={({ contentId }, amount) => contentId && tipped(contentId, amount)}
        />
      </OnceOpened>
    </>
  );
  return { open: setShown, tip: setTipping, sheets };
}
