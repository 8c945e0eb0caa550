import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { ErrorState } from '../../components/ui/error-state.tsx';
import { PageTitle } from '../../components/ui/page-title.tsx';
import { Loading, SkeletonRows } from '../../components/ui/skeleton.tsx';
import type { ComplianceStatus } from '../../features/compliance/api.ts';
import { ActionPanel } from '../../features/compliance/components/action-panel.tsx';
import { ComplianceFacts } from '../../features/compliance/components/compliance-facts.tsx';
import { KeptRows } from '../../features/compliance/components/kept-rows.tsx';
import { LegalSupport } from '../../features/compliance/components/legal-support.tsx';
import { queryOf } from '../../lib/api.ts';
import { Link } from '../../lib/router.tsx';

/** Whether the account meets the law: three facts, what is to do, what is kept, and the contact. */
export function Route() {
  const { t } = useLingui();
  const { data, error, refetch } = useQuery({ ...queryOf('complianceStatus'), refetchOnMount: 'always' });
  return (
    <>
      <PageTitle>
        <Trans>Compliance</Trans>
      </PageTitle>
      {error && !data ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : data ? (
        <LegalStatus status={data} />
      ) : (
        <Loading label={t`Loading compliance`} className="mt-4">
          <SkeletonRows />
        </Loading>
      )}
    </>
  );
}

function LegalStatus({ status }: { status: ComplianceStatus }) {
  return (
    <>
      <ComplianceFacts status={status} />
      <div className="mt-6 lg:grid lg:grid-cols-[minmax(0,1fr)_340px] lg:items-start lg:gap-16">
        <div className="grid min-w-0 grid-cols-1 gap-9">
          <ActionPanel status={status} />
          {status.isCreator && !status.action ? (
            <Link
              to="/fpb-registration"
              className="inline-flex min-h-11 items-center justify-self-start font-semibold text-ember-text hover:underline"
            >
              <Trans>Open your registration</Trans>
            </Link>
          ) : null}
          <KeptRows status={status} />
        </div>
        <div className="mt-10 lg:mt-3">
          <LegalSupport status={status} />
        </div>
      </div>
    </>
  );
}
