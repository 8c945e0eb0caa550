import { useLingui } from '@lingui/react/macro';
import { useQueryClient } from '@tanstack/react-query';
import type { ContentView } from '@vlam/contract/content';
import type { ProfileView } from '@vlam/contract/profiles';
import { useEffect } from 'react';
import { ContentGrid } from '../../features/content/components/content-grid.tsx';
import { messageOf, queryOf } from '../../lib/api.ts';
import { currentLayer } from '../../lib/layers.ts';
import { useSearchParam } from '../../lib/router.tsx';
import { toastError } from '../../lib/toast.ts';
import { useItemSheets } from '../item-sheets.tsx';

export type ItemKind = 'all' | 'photos' | 'videos';
const mediaTypes = { all: undefined, photos: 'image', videos: 'video' } as const;

interface PersonItemsProps {
  person: Pick<ProfileView, 'id' | 'displayName'>;
  kind: ItemKind;
}

/** The item that the URL names; null while that URL belongs to the open item's own history entry. */
export function useLinkedItem(): string | null {
  const id = useSearchParam('item');
  return currentLayer() === undefined ? id : null;
}

/** Opens the linked item once. The entry below its sheet becomes the person's page, where Back leads. */
function useOpenLinked(creatorId: string, open: (item: ContentView) => void): void {
  const { t } = useLingui();
  const client = useQueryClient();
  const linkedId = useLinkedItem();
  useEffect(() => {
    if (linkedId === null) return;
    history.replaceState(history.state, '', location.pathname);
    const refuse = (error?: unknown) => toastError(t`This item isn't shown here any more`, messageOf(error));
    client
      .fetchQuery(queryOf('getContent', { params: { id: linkedId } }))
      .then((item) => (item.profileId === creatorId ? open(item) : refuse()), refuse);
  }, [linkedId, creatorId, open, client, t]);
}

/** A creator's items; an item opens with its price, or with comments, likes and tips. */
export function PersonItems({ person, kind }: PersonItemsProps) {
  const { t } = useLingui();
  const itemSheets = useItemSheets({ shareable: true });
  useOpenLinked(person.id, itemSheets.open);
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
