import { Trans } from '@lingui/react/macro';
import type { ContentView } from '@vlam/contract/content';
import Check from 'lucide-react/icons/check';
import Globe from 'lucide-react/icons/globe';
import Lock from 'lucide-react/icons/lock';
import { Tag } from '../../../components/ui/tag.tsx';

/** The audience of an item. Only items locked for this viewer show the lock. */
export function AudienceTag({
  item,
}: {
  item: Pick<ContentView, 'isPremium' | 'isLocked' | 'isPurchased' | 'needsLevel' | 'tierName'>;
}) {
  const audience = item.tierName ? <span className="max-w-32 truncate">{item.tierName}</span> : <Trans>VIP Only</Trans>;
  // Its rating shuts it, not its price.
  if (item.isLocked && !item.needsLevel)
    return (
      <Tag tone="ember" icon={<Lock />}>
        {audience}
      </Tag>
    );
  if (item.isPurchased)
    return (
      <Tag tone="online" icon={<Check />}>
        <Trans>Owned</Trans>
      </Tag>
    );
  if (item.isPremium) return <Tag>{audience}</Tag>;
  return (
    <Tag icon={<Globe />}>
      <Trans>Public</Trans>
    </Tag>
  );
}
