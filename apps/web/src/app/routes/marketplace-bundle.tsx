import type { ContentView } from '@vlam/contract/content';
import { useState } from 'react';
import { ItemSheet } from '../../features/content/components/item-sheet.tsx';
import { MediaTile } from '../../features/content/components/media-tile.tsx';
import type { BundleView } from '../../features/marketplace/api.ts';
import { BundleSheet } from '../../features/marketplace/components/bundle-sheet.tsx';

interface BundleDetailProps {
  bundle: BundleView;
  open: boolean;
  onClose(): void;
}

/** A bundle with its items; unlocked ones can be opened. */
export function BundleDetail(props: BundleDetailProps) {
  const [item, setItem] = useState<ContentView | null>(null);
  return (
    <>
      <BundleSheet
        {...props}
        renderItem={(each) => (
          <div inert={each.isLocked}>
            <MediaTile item={each} onOpen={setItem} />
          </div>
        )}
      />
      <ItemSheet item={item} onClose={() => setItem(null)} onUnlocked={setItem} />
    </>
  );
}
