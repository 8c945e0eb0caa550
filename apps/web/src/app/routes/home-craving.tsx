import { feedFilter } from '../../features/discovery/api.ts';
import { CravingSection } from '../../features/discovery/components/craving-section.tsx';

/** A tile of the mosaic leads to what people posted about it, further down. */
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
