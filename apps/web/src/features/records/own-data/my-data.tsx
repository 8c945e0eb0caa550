import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { ErrorState } from '../../../components/ui/error-state.tsx';
import { PageTitle } from '../../../components/ui/page-title.tsx';
import { Loading, SkeletonRows } from '../../../components/ui/skeleton.tsx';
import { queryOf } from '../../../lib/api.ts';
import { DeleteAccount } from './delete-account.tsx';
import { ExportSection } from './export-section.tsx';

const pollMs = 1_500;

/** What a member does with their own data without asking anybody. */
export function MyData(props: { keepDevice<Result>(act: () => Promise<Result>): Promise<Result>; onClosed(): void }) {
  const { t } = useLingui();
  const { data, error, refetch } = useQuery({
    ...queryOf('ownData'),
    refetchInterval: ({ state }) => (state.data?.export?.state === 'preparing' ? pollMs : false),
  });
  return (
    <>
      <PageTitle>
        <Trans>Your data</Trans>
      </PageTitle>
      {data ? (
        <>
          <ExportSection data={data} />
          <DeleteAccount found={data.deletion} {...props} />
        </>
      ) : error ? (
        <ErrorState error={error} heading="h2" onRetry={() => void refetch()} />
      ) : (
        <Loading label={t`Loading`}>
          <SkeletonRows count={6} />
        </Loading>
      )}
    </>
  );
}
