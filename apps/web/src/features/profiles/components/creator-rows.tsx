import { Trans } from '@lingui/react/macro';
import type { CreatorView } from '@vlam/contract/profiles';
import { Avatar } from '../../../components/ui/avatar.tsx';
import { VerifiedBadge } from '../../../components/ui/verified-badge.tsx';
import { formatRand } from '../../../lib/format.ts';
import { Link } from '../../../lib/router.tsx';

/** Rows of creators with category, location and monthly price. */
export function CreatorRows({ creators }: { creators: readonly CreatorView[] }) {
  return (
    <ul>
      {creators.map((creator) => (
        <li key={creator.id} className="border-line border-t first:border-t-0">
          <Link
            to="/profile/:id"
            params={{ id: creator.id }}
            className="flex min-h-15 items-center gap-3 py-2.5 hover:bg-surface-1"
          >
            <Avatar src={creator.portraits.avatar} size={48} />
            <span className="min-w-0 flex-1">
              <span className="flex items-center gap-1.5 font-semibold">
                <span className="wrap-anywhere">{creator.displayName}</span>
                {creator.isVerified ? <VerifiedBadge className="text-info" /> : null}
              </span>
              <span className="block text-meta text-faint">
                {creator.category} · {creator.location}
              </span>
            </span>
            <span className="text-right text-sm">
              {creator.sellsSubscriptions ? (
                <>
                  <b className="num block text-base">{formatRand(creator.subscriptionPrice)}</b>
                  <span className="text-meta text-faint">
                    <Trans>a month</Trans>
                  </span>
                </>
              ) : (
                <span className="text-meta text-faint">
                  <Trans>No subscriptions</Trans>
                </span>
              )}
            </span>
          </Link>
        </li>
      ))}
    </ul>
  );
}
