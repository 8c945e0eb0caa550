import { Trans } from '@lingui/react/macro';
import { recoveryCodeCount } from '@vlam/contract/identity-factors';
import { useState } from 'react';
import { Button } from '../../../../components/ui/button.tsx';
import { Switch } from '../../../../components/ui/choice.tsx';
import { Section } from '../../../../components/ui/page-title.tsx';
import type { Answer } from '../../../../lib/api.ts';
import { formatDate } from '../../../../lib/format.ts';
import { languageStore } from '../../../../lib/language.ts';
import { useStore } from '../../../../lib/store.ts';
import { useEnableCodes, useRenewCodes } from '../../security-api.ts';
import { useNewDeviceAlert } from '../../sessions-api.ts';
import { LazySecuritySheet } from './lazy-sheet.tsx';
import type { SecuritySheet } from './sheet-kinds.ts';

/** Codes of an authenticator, on or off, and the recovery codes that are left. */
export function CodesSection({ security }: { security: Answer<'accountSecurity'> }) {
  const [sheet, setSheet] = useState<SecuritySheet | null>(null);
  const enable = useEnableCodes((made) => setSheet({ kind: 'authenticator', ...made }));
  const renew = useRenewCodes((codes) => setSheet({ kind: 'recovery', codes }));
  const alert = useNewDeviceAlert();
  const isOn = security.codesSince !== null;
  const hasFactor = isOn || security.passkeys.length > 0;
  const left = security.recoveryCodesLeft;
  const language = useStore(languageStore);
  const { mailboxUntil } = security;
  const until = mailboxUntil ? formatDate(mailboxUntil, language) : '';
  return (
    <Section title={<Trans>Second step</Trans>}>
      <Switch
        checked={isOn}
        disabled={enable.isPending}
        onChange={(on) => (on ? enable.mutate() : setSheet({ kind: 'disable' }))}
        label={<Trans>Authenticator codes</Trans>}
        description={
          isOn ? (
            <Trans>Six digits from an app on your phone, after the password</Trans>
          ) : (
            <Trans>Off: the password alone opens this account</Trans>
          )
        }
      />
      {hasFactor ? (
        <div className="flex min-h-15 flex-wrap items-center justify-between gap-x-4 gap-y-2 border-line border-t py-2.5">
          <div className="min-w-0">
            <p className="font-semibold">
              <Trans>Recovery codes</Trans>
            </p>
            <p className="text-muted text-sm tabular-nums">
              <Trans>
                {left} of {recoveryCodeCount} left
              </Trans>
            </p>
          </div>
          <Button size="sm" busy={renew.isPending} busyLabel={<Trans>Making</Trans>} onClick={() => renew.mutate()}>
            <Trans>New codes</Trans>
          </Button>
        </div>
      ) : null}
      {mailboxUntil ? (
        <p className="border-line border-t py-3 text-muted text-sm">
          <Trans>
            Until {until} the link in our mail can still remove your second step, in case it was not you who added it.
            If others read your mailbox, change your email address: that ends the link.
          </Trans>
        </p>
      ) : null}
      <Switch
        className="border-line border-t"
        checked={alert.isPending ? alert.variables : security.notifiesNewDevice}
        disabled={alert.isPending}
        onChange={alert.mutate}
        label={<Trans>Tell me about a new device</Trans>}
        description={<Trans>By email, in neutral words</Trans>}
      />
      <LazySecuritySheet sheet={sheet} onClose={() => setSheet(null)} />
    </Section>
  );
}
