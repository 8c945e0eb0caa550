import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import type { OwnIdentity } from '@vlam/contract/profiles-identity';
import { ErrorState } from '../../components/ui/error-state.tsx';
import { PageTitle } from '../../components/ui/page-title.tsx';
import { DocumentAction, DocumentNote } from '../../features/profiles/components/document-state.tsx';
import { IdentityChecklist } from '../../features/profiles/components/identity-checklist.tsx';
import { IdentityStep } from '../../features/profiles/components/identity-step.tsx';
import { identityQuery } from '../../features/profiles/identity-api.ts';
import { useLiveEvent } from '../../lib/realtime.ts';
import { useCurrentUser } from '../../lib/session.ts';
import { ScreenLoading } from '../screen-loading.tsx';

/** How surely the member is known: what X18 asks of viewers, and of creators all that level 3 needs. */
export function Route() {
  const user = useCurrentUser();
  const { data, error, refetch } = useQuery({ ...identityQuery, refetchOnMount: 'always' });
  // Also sent when staff have decided.
  useLiveEvent('media.updated', () => void refetch());
  if (error && !data) return <ErrorState heading="h1" error={error} onRetry={() => void refetch()} />;
  if (!data || !user) return <ScreenLoading />;
  return (
    <div className="max-w-180">
      <PageTitle lead={<Lead isOpen={data.level >= 2} />}>
        <Trans>Your identity</Trans>
      </PageTitle>
      {user.creator ? <IdentityChecklist /> : <ViewerSteps identity={data} />}
    </div>
  );
}

const Lead = ({ isOpen }: { isOpen: boolean }) =>
  isOpen ? (
    <Trans>Items rated X18 are open to you like all others.</Trans>
  ) : (
    <Trans>
      Items rated X18 open only to adults whose identity document somebody has looked at. Everything else works without
      it.
    </Trans>
  );

function ViewerSteps({ identity }: { identity: OwnIdentity }) {
  const { t } = useLingui();
  const { level, ageProven, documentSeen } = identity;
  return (
    <section aria-labelledby="identity-level" className="mt-8">
      <h2 id="identity-level" className="d4">
        <Trans>Identity level {level}</Trans>
      </h2>
      <ul className="mt-3 border-line border-t" aria-label={t`What the level needs`}>
        <IdentityStep isDone={ageProven} title={<Trans>ID number and age</Trans>} />
        <IdentityStep
          isDone={documentSeen}
          title={<Trans>Identity document looked at</Trans>}
          action={<DocumentAction {...identity} />}
        >
          <DocumentNote {...identity} />
        </IdentityStep>
      </ul>
    </section>
  );
}
