import { useLingui } from '@lingui/react/macro';
import type { ContentView } from '@vlam/contract/content';
import { type ReactNode, useState } from 'react';
import { tipForItem, useAddTip } from '../features/content/api.ts';
import { useLiveEvent } from '../lib/realtime.ts';
import { lazyPart } from '../lib/styles.ts';
import { toast } from '../lib/toast.ts';
import { LazyBoundary, LazySheet } from './shell/lazy-boundary.tsx';

const ItemSheet = lazyPart(() =>
  import('../features/content/components/item-sheet.tsx').then((module) => module.ItemSheet),
);
const Gallery = lazyPart(() => import('../features/content/components/gallery.tsx').then((module) => module.Gallery));
const OwnItem = lazyPart(() =>
  import('../features/publishing/components/own-item.tsx').then((module) => module.OwnItem),
);
const PlanSheet = lazyPart(() => import('./plan-sheet.tsx').then((module) => module.PlanSheet));
const TipSheet = lazyPart(() =>
  import('../features/social/components/tip-sheet.tsx').then((module) => module.TipSheet),
);

/**
 * Opens an item in a sheet, its picture over the whole screen, and a tip for it in another sheet. Render `sheets` after the items. On a screen that reads
 * `?item=`, `shareable` shows that address while an item is open.
 */
export function useItemSheets({ shareable }: { shareable?: boolean } = {}): {
  open(item: ContentView): void;
  tip(item: ContentView): void;
  sheets: ReactNode;
} {
  const [openItem, setOpenItem] = useState<ContentView | null>(null);
  const [tippedItem, setTippedItem] = useState<ContentView | null>(null);
  const [enlarged, setEnlarged] = useState<{ item: ContentView; fileId?: string | undefined } | null>(null);
  /** The file that the gallery showed last. */
  const [fileId, setFileId] = useState<string | null>(null);
  /** The item whose creator's tiers are open. */
  const [planned, setPlanned] = useState<ContentView | null>(null);
  const addTip = useAddTip();
  const { t } = useLingui();
  const close = () => setOpenItem(null);
  useLiveEvent('content.removed', ({ id, mediaIds }) => {
    // One of several files: the rest stays open.
    if (mediaIds) return;
    const shown = [openItem, enlarged?.item, tippedItem].find((item) => item?.id === id && !item.isOwn);
    if (!shown) return;
    close();
    setEnlarged(null);
    setTippedItem(null);
    toast({ tone: 'info', title: t`This item isn't shown here any more` });
  });
  const sheets = (
    <>
      <LazySheet open={openItem !== null} close={close}>
        <ItemSheet
          item={openItem}
          address={shareable && openItem ? `?item=${openItem.id}` : undefined}
          onClose={close}
          onUnlocked={setOpenItem}
          onEnlarge={(item, file) => setEnlarged({ item, fileId: file })}
          fileId={fileId}
          manage={(item) => (
            <LazyBoundary>
              <OwnItem item={item} onClose={close} />
            </LazyBoundary>
          )}
          onTip={(item) => {
            close();
            setTippedItem(item);
          }}
          onPlan={(item) => {
            close();
            setPlanned(item);
          }}
        />
      </LazySheet>
      {enlarged ? (
        <LazyBoundary close={() => setEnlarged(null)}>
          <Gallery
            item={enlarged.item}
            fileId={enlarged.fileId}
            onClose={(last, file) => {
              setEnlarged(null);
              setFileId(file ?? null);
              setOpenItem(last);
            }}
          />
        </LazyBoundary>
      ) : null}
      {planned ? (
        <LazyBoundary close={() => setPlanned(null)}>
          <PlanSheet
            creatorId={planned.profileId}
            tier={planned.fromTier}
            open
            onClose={() => {
              setPlanned(null);
              setOpenItem(planned);
            }}
          />
        </LazyBoundary>
      ) : null}
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
