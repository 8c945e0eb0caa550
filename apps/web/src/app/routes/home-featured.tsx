import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { CreatorRows } from '../../features/profiles/components/creator-rows.tsx';
import { queryOf } from '../../lib/api.ts';

/** Beside the feed on wide screens. */
export function Featured() {
  const { data } = useQuery(queryOf('featuredProfiles'));
  if (!data || data.length === 0) return null;
  return (
    <aside aria-labelledby="featured">
      <div className="sticky top-22">
        <h3 id="featured" className="d4 mb-2">
          <Trans>Creators to follow</Trans>
        </h3>
        <CreatorRows creators={data.slice(0, 7)} />
      </div>
    </aside>
  );
}
