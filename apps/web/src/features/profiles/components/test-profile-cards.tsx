import { Plural, Trans } from '@lingui/react/macro';
import { Portrait } from '../../../components/ui/avatar.tsx';
import type { Answer } from '../../../lib/api.ts';
import { formatRand } from '../../../lib/format.ts';
import { Link } from '../../../lib/router.tsx';

/** Cards of the demo's two sample creators. */
export function TestProfileCards({ profiles }: { profiles: Answer<'testProfiles'> }) {
  return (
    <ul className="grid grid-cols-2 gap-3 md:gap-5 lg:max-w-[760px]">
      {profiles.map((profile) => {
        const price = formatRand(profile.subscriptionPrice);
        return (
          <li key={profile.id} className="min-w-0">
            <Link
              to="/profile/:id"
              params={{ id: profile.id }}
              className="press group block rounded-card bg-surface-1 hover:bg-surface-2"
            >
              <Portrait
                src={profile.portraits.card}
                width={328}
                height={438}
                eager
                className="aspect-[3/4] w-full rounded-t-card"
              />
              <span className="block p-4 xs:px-5">
                <span className="d4 block break-words">{profile.displayName}</span>
                <span className="mt-1 block text-muted text-sm">{profile.location}</span>
                <span className="mt-3 block text-meta text-muted">
                  <Plural value={profile.totalContent} one="# item" other="# items" /> · <Trans>{price} a month</Trans>
                </span>
                <span className="mt-3 line-clamp-3 hidden text-muted text-sm md:block">{profile.bio}</span>
              </span>
            </Link>
          </li>
        );
      })}
    </ul>
  );
}
