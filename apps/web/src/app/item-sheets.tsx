import type { ContentView } from '@vlam/contract/content';
import { type ReactNode, useState } from 'react';
import { tipForItem, useAddTip } from '../features/content/api.ts';
import { lazyPart } from '../lib/styles.ts';
import { LazySheet } from './shell/lazy-boundary.tsx';

const ItemSheet = lazyPart(() =>
  import('../features/content/components/item-sheet.tsx').then((module) => module.ItemSheet),
);
const TipSheet = lazyPart(() =>
  import('../features/social/components/tip-sheet.tsx').then((module) => module.TipSheet),
);

/** Opens an item in a sheet, and a tip for it in another. Render `sheets` after the items. */
export function useItemSheets({ onSubscribe }: { onSubscribe?: () => void } = {}): {
  open(item: ContentView): void;
  tip(item: ContentView): void;
  sheets: ReactNode;
} {
  const [openItem, setOpenItem] = useState<ContentView | null>(null);
  const [tippedItem, setTippedItem] = useState<ContentView | null>(null);
  const addTip = useAddTip();
  const close = () => setOpenItem(null);
  const sheets = (
    <>
      <LazySheet open={openItem !== null} close={close}>
        <ItemSheet
          item={openItem}
          onClose={close}
          onUnlocked={setOpenItem}
          onTip={(item) => {
            close();
            setTippedItem(item);
          }}
          onSubscribe={
            onSubscribe &&
            (() => {
              close();
              onSubscribe();
            })
          }
        />
      </LazySheet>
      <LazySheet open={tippedItem !== null} close={() => setTippedItem(null)}>
        <TipSheet
          to={tippedItem && tipForItem(tippedItem)}
          onClose={() => setTippedItem(null)}
          onSent={({ contentId }, amount) => contentId && addTip(contentId, amount)}
        />
      </LazySheet>
    </>
  );
  return { open: setOpenItem, tip: setTippedItem, sheets };
}
