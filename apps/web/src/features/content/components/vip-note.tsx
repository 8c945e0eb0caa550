import { Trans } from '@lingui/react/macro';
import type { ContentView } from '@vlam/contract/content';
import { useCurrentUser } from '../../../lib/session.ts';

/** Warns VIP members, before they pay, that "VIP Only" means subscribers. */
export function VipNote({
  item,
  className,
}: {
  item: Pick<ContentView, 'isLocked' | 'profile' | 'needsLevel' | 'tierName'>;
  className: string;
}) {
  const user = useCurrentUser();
  if (!item.isLocked || item.needsLevel || !user?.vipTier) return null;
  const { displayName } = item.profile;
  const { tierName } = item;
  if (tierName)
    return (
      <p className={className}>
        <Trans>
          {tierName} is a subscription to {displayName}. Your VIP membership doesn't open it.
        </Trans>
      </p>
    );
  return (
    <p className={className}>
      <Trans>VIP Only means subscribers of {item.profile.displayName}. Your VIP membership doesn't open it.</Trans>
    </p>
  );
}
