import { Trans } from '@lingui/react/macro';
import { PageTitle } from '../../components/ui/page-title.tsx';
import { Security } from '../../features/identity/components/security/security.tsx';

/** How the account is protected, and where it is signed in. */
export function Route() {
  return (
    <>
      <PageTitle size="d3">
        <Trans>Account and security</Trans>
      </PageTitle>
      <Security />
    </>
  );
}
