import { useLingui } from '@lingui/react/macro';
import type { ProfileView } from '@vlam/contract/profiles';
import { ContentGrid } from '../../features/content/components/content-grid.tsx';
import { useItemSheets } from '../item-sheets.tsx';

export type ItemKind = 'all' | 'photos' | 'videos';
const mediaTypes = { all: undefined, photos: 'image', videos: 'video' } as const;

interface PersonItemsProps {
  person: Pick<ProfileView, 'id' | 'displayName'>;
  kind: ItemKind;
  onSubscribe(): void;
}

/** A creator's items; an item opens with its price, or with comments, likes and tips. */
export function PersonItems({ person, kind, onSubscribe }: PersonItemsProps) {
  const { t } = useLingui();
  const itemSheets = useItemSheets({ onSubscribe });
  return (
    <div className="mt-3 lg:mt-5">
      <h2 className="sr-only">{t`Content`}</h2>
      <ContentGrid
        creatorId={person.id}
        name={person.displayName}
        mediaType={mediaTypes[kind]}
        onOpen={itemSheets.open}
      />
      {itemSheets.sheets}
    </div>
  );
}
