import { feedFilter } from '../../features/discovery/api.ts';
import { CravingSection } from '../../features/discovery/components/craving-section.tsx';

/** The mosaic of cravings; a tile scrolls to the posts about it. */
export function HomeCraving() {
  return (
    <CravingSection
      onPick={(category) => {
        feedFilter.set({ kind: 'all', category });
        document.getElementById('activity')?.scrollIntoView();
      }}
    />
  );
}
