import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { buttonStyle } from '../../../components/ui/button.tsx';
import { Chip, ChipRow } from '../../../components/ui/chip.tsx';
import { EmptyState } from '../../../components/ui/empty-state.tsx';
import { ErrorState } from '../../../components/ui/error-state.tsx';
import { Loading, SkeletonRows } from '../../../components/ui/skeleton.tsx';
import { queryOf } from '../../../lib/api.ts';
import { Link } from '../../../lib/router.tsx';
import type { Box } from '../lists.ts';

/** A creator's own lists of people, one of which filters the threads. */
export function OwnLists({ chosen, onChoose }: { chosen: Box; onChoose(box: Box): void }) {
  const { t } = useLingui();
  const { data, error, refetch } = useQuery(queryOf('listFanLists'));
  const first = data?.[0]?.id;
  useEffect(() => {
    if (chosen === 'list:' && first) onChoose(`list:${first}`);
  }, [chosen, first, onChoose]);
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data)
    return (
      <Loading label={t`Loading`} className="pt-2 lg:px-6">
        <SkeletonRows count={3} />
      </Loading>
    );
  if (data.length === 0)
    return (
      <EmptyState
        title={<Trans>No lists yet</Trans>}
        text={<Trans>Put people on a list of your own, and find your chats with them here.</Trans>}
        action={
          <Link to="/studio/people" className={buttonStyle({ variant: 'bone' })}>
            <Trans>Open your people</Trans>
          </Link>
        }
      />
    );
  return (
    <ChipRow label={t`My lists`} className="pt-3 lg:px-6">
      {data.map(({ id, name, members }) => (
        <Chip key={id} pressed={chosen === `list:${id}`} count={members} onClick={() => onChoose(`list:${id}`)}>
          {name}
        </Chip>
      ))}
    </ChipRow>
  );
}
