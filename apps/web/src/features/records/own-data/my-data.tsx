import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Button } from '../../../components/ui/button.tsx';
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
  /** A suspended member, who has no session but a fresh proof; `onLate` shows the way to another. */
  suspended?: { onLate(): void };
}

/** What a member does with their own data without asking anybody. */
export function MyData({ suspended, ...props }: MyDataProps) {
  const { t } = useLingui();
  const source = suspended ? suspendedSource : sessionSource;
  const { data, error, refetch } = useQuery({
    ...queryOf(source.query),
    refetchInterval: ({ state }) => (state.data?.export?.state === 'preparing' ? pollMs : false),
  });
  const isLate = suspended !== undefined && codeOf(error) === 'UNAUTHORIZED';
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
      ) : isLate ? (
        <div className="mt-6">
          <p className="mb-4 max-w-[60ch] text-muted">
            <Trans>This stays open for five minutes after you proved who you are. Prove it again to go on.</Trans>
          </p>
          <Button variant="bone" onClick={suspended.onLate}>
            <Trans>Back to signing in</Trans>
          </Button>
        </div>
      ) : error ? (
        <ErrorState error={error} heading="h2" onRetry={() => void refetch()} />
      ) : (
        <Loading label={t`Loading`}>
          <SkeletonRows count={6} />
        </Loading>
      )}
    </DataSourceContext>
  );
}
