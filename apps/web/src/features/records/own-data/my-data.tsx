import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { ErrorState } from '../../../components/ui/error-state.tsx';
import { PageTitle } from '../../../components/ui/page-title.tsx';
import { Loading, SkeletonRows } from '../../../components/ui/skeleton.tsx';
import { codeOf, queryOf } from '../../../lib/api.ts';
import { DeleteAccount } from './delete-account.tsx';
import { ExportSection } from './export-section.tsx';
import { DataSourceContext, sessionSource, suspendedSource } from './source.ts';

const pollMs = 1_500;

interface MyDataProps {
  keepDevice<Result>(act: () => Promise<Result>): Promise<Result>;
  onClosed(): void;
  /** The member has no session but a fresh proof; once that is late, the app leads to signing in. */
  suspended?: boolean;
}

/** What a member does with their own data without help from staff. */
export function MyData({ suspended, ...props }: MyDataProps) {
  const { t } = useLingui();
  const source = suspended ? suspendedSource : sessionSource;
  const { data, error, refetch } = useQuery({
    ...queryOf(source.query),
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data?.export?.state === 'preparing' ? pollMs : false),
  });
  const isLate = suspended && codeOf(error) === 'UNAUTHORIZED';
  return (
    <DataSourceContext value={source}>
      <PageTitle>
        <Trans>Your data</Trans>
      </PageTitle>
      {data && !isLate ? (
        <>
          <ExportSection data={data} />
          <DeleteAccount found={data.deletion} {...props} />
        </>
      ) : error && !isLate ? (
        <ErrorState error={error} heading="h2" onRetry={() => void refetch()} />
      ) : (
        <Loading label={t`Loading`}>
          <SkeletonRows count={6} />
        </Loading>
      )}
    </DataSourceContext>
  );
}
