import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import KeyRound from 'lucide-react/icons/key-round';
import Smartphone from 'lucide-react/icons/smartphone';
import { useState } from 'react';
import { Button } from '../../../components/ui/button.tsx';
import { SiteFooter } from '../../../components/ui/site-footer.tsx';
import { securityQuery, useEnableCodes } from '../security-api.ts';
import { AuthPage } from './auth-page.tsx';
import { LazySecuritySheet } from './security/lazy-sheet.tsx';
import type { SecuritySheet } from './security/sheet-kinds.ts';

/** Takes the place of every screen until a member of staff has a second factor. */
export function SecondFactorGate(props: { onDone(): void; onLogOut(): void; loggingOut: boolean }) {
  const [sheet, setSheet] = useState<SecuritySheet | null>(null);
  const enable = useEnableCodes((made) => setSheet({ kind: 'authenticator', ...made }));
  const { data } = useQuery(securityQuery);
  const isDone = data !== undefined && (data.codesSince !== null || data.passkeys.length > 0);
  return (
    <AuthPage
      example="highveld"
      caption={
        <p className="d2">
          <Trans>Whoever looks after people proves who they are.</Trans>
        </p>
      }
    >
      <h1 tabIndex={-1} className="d2 mt-6 lg:mt-0">
        <Trans>Set up your second step</Trans>
      </h1>
      <p className="mt-3 max-w-[52ch] text-muted">
        <Trans>
          Your account can act as staff, so a password alone is not enough. Until the second step is there, this account
          opens nothing else.
        </Trans>
      </p>
      <div className="mt-6 grid gap-3">
        <Button
          variant="primary"
          size="lg"
          full
          icon={<Smartphone size={18} aria-hidden />}
          busy={enable.isPending}
          onClick={() => enable.mutate()}
        >
          <Trans>Use an authenticator app</Trans>
        </Button>
        {data?.passkeysPossible ? (
          <Button
            size="lg"
            full
            icon={<KeyRound size={18} aria-hidden />}
            onClick={() => setSheet({ kind: 'add-passkey' })}
          >
            <Trans>Use a passkey</Trans>
          </Button>
        ) : null}
        <Button variant="ghost" full busy={props.loggingOut} onClick={props.onLogOut}>
          <Trans>Log out</Trans>
        </Button>
      </div>
      <SiteFooter />
      <LazySecuritySheet
        sheet={sheet}
        onClose={() => {
          setSheet(null);
          if (isDone) props.onDone();
        }}
      />
    </AuthPage>
  );
}
