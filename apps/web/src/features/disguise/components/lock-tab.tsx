import { Trans, useLingui } from '@lingui/react/macro';
import { type ReactNode, useEffect, useState } from 'react';
import { Button } from '../../../components/ui/button.tsx';
import { Switch } from '../../../components/ui/choice.tsx';
import { Field } from '../../../components/ui/field.tsx';
import { Section } from '../../../components/ui/page-title.tsx';
import { TextInput } from '../../../components/ui/text-input.tsx';
import {
  changeLock,
  isLockSupported,
  type LockState,
  lockCheckMs,
  lockState,
  lockStore,
  maxTimeoutMinutes,
  timeoutOf,
} from '../../../lib/device-lock.ts';
import { useStore } from '../../../lib/store.ts';
import { toast, toastError } from '../../../lib/toast.ts';

interface LockTabProps {
  /** False where the site's address cannot have passkeys. */
  isPossible: boolean;
  /** Verifies the person and switches the lock on; false when that failed. */
  enable(): Promise<boolean>;
  verify(): Promise<boolean>;
}

/** State and timeout of the lock, and what it protects. */
export function LockTab({ isPossible, enable, verify }: LockTabProps) {
  const { t } = useLingui();
  const settings = useStore(lockStore);
  const [hasDevice, setHasDevice] = useState<boolean>();
  const [busy, setBusy] = useState(false);
  const [typed, setTyped] = useState(String(settings.authTimeout));
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    void isLockSupported().then(setHasDevice);
    const timer = setInterval(() => setNow(Date.now()), lockCheckMs);
    return () => clearInterval(timer);
  }, []);
  const isSupported = hasDevice !== false && isPossible;
  const state = lockState(settings, isSupported, Math.max(now, settings.lastAuthTime ?? 0));
  const fail = () => toastError(t`Error`, t`Your device did not confirm that it is you.`);
  const change = async (on: boolean) => {
    if (!on) return changeLock({ isEnabled: false });
    setBusy(true);
    if (!(await enable().catch(() => false))) fail();
    setBusy(false);
  };
  const test = async () => {
    setBusy(true);
    if (await verify()) {
      changeLock({ lastAuthTime: Date.now() });
      toast({ title: t`It is you` });
    } else fail();
    setBusy(false);
  };
  const words: Record<LockState, ReactNode> = {
    unsupported: <Trans>Not supported</Trans>,
    disabled: <Trans>Disabled</Trans>,
    enabled: <Trans>Enabled</Trans>,
    authenticated: <Trans>Authenticated</Trans>,
  };
  return (
    <div className="mt-4 max-w-[620px]">
      <Switch
        checked={settings.isEnabled}
        disabled={(!isSupported && !settings.isEnabled) || busy}
        onChange={(on) => void change(on)}
        label={<Trans>Biometric lock</Trans>}
        description={<Trans>Asks for your fingerprint, face or screen lock before Vlam is shown</Trans>}
      />
      {isSupported ? null : (
        <p className="text-warning">
          <Trans>Biometric authentication is not supported on this device or browser.</Trans>
        </p>
      )}
      <dl className="flex min-h-15 items-center justify-between border-line border-t">
        <dt className="font-semibold">
          <Trans>Status</Trans>
        </dt>
        <dd data-slot="lock-state" className="text-muted">
          {words[state]}
        </dd>
      </dl>
      <Field
        className="mt-3 max-w-70"
        label={<Trans>Timeout in minutes</Trans>}
        aside={<Trans>1 to {maxTimeoutMinutes}</Trans>}
        help={<Trans>After it, you are asked again. It is checked every minute.</Trans>}
      >
        <TextInput
          type="number"
          inputMode="numeric"
          min={1}
          max={maxTimeoutMinutes}
          value={typed}
          disabled={!settings.isEnabled}
          onChange={(event) => setTyped(event.target.value)}
          onBlur={() => {
            const authTimeout = timeoutOf(typed);
            setTyped(String(authTimeout));
            changeLock({ authTimeout });
          }}
        />
      </Field>
      {settings.isEnabled ? (
        <div className="mt-5 flex flex-wrap gap-2">
          <Button variant="bone" onClick={() => changeLock({ lastAuthTime: null })}>
            <Trans>Lock now</Trans>
          </Button>
          <Button busy={busy} busyLabel={<Trans>Waiting for your device</Trans>} onClick={() => void test()}>
            <Trans>Confirm that it is you</Trans>
          </Button>
        </div>
      ) : null}
      <Section title={<Trans>What it does</Trans>}>
        <p className="max-w-[60ch] text-muted">
          <Trans>
            It keeps out somebody who picks up your phone while it is open: the app is covered, and our server has to
            confirm your passkey before it is shown again.
          </Trans>
        </p>
        <p className="mt-3 max-w-[60ch] text-muted">
          <Trans>
            It is a curtain, not a safe. It encrypts nothing, and somebody with developer tools or your unlocked browser
            can get past it. To protect a lost phone, log out or end its session under Account and security.
          </Trans>
        </p>
      </Section>
    </div>
  );
}
