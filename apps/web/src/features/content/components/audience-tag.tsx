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
  item: Pick<ContentView, 'isPremium' | 'isLocked' | 'isPurchased' | 'needsLevel'>;
}) {
  // Its rating shuts it, not its price.
  if (item.isLocked && !item.needsLevel)
    return (
      <Tag tone="ember" icon={<Lock />}>
        <Trans>VIP Only</Trans>
      </Tag>
    );
  if (item.isPurchased)
    return (
      <Tag tone="online" icon={<Check />}>
        <Trans>Owned</Trans>
      </Tag>
    );
  if (item.isPremium)
    return (
      <Tag>
        <Trans>VIP Only</Trans>
      </Tag>
    );
  return (
    <Tag icon={<Globe />}>
      <Trans>Public</Trans>
    </Tag>
  );
}
