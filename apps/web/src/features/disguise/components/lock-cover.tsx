import { Trans, useLingui } from '@lingui/react/macro';
import Fingerprint from 'lucide-react/icons/fingerprint-pattern';
import { useEffect, useState } from 'react';
import { Button } from '../../../components/ui/button.tsx';
import { EmptyGlass } from '../../../components/ui/empty-glass.tsx';
import { Field } from '../../../components/ui/field.tsx';
import { PasswordInput } from '../../../components/ui/password-input.tsx';
import { messageOf } from '../../../lib/api.ts';
import { activateDisguise, disguiseStore } from '../../../lib/disguise.ts';
import { isCode, tryCode } from '../codes.ts';

type Proof = 'passkey' | 'password' | 'code';

interface LockCoverProps {
  /** Null when no one is signed in. */
  proofs(): Promise<Proof[] | null>;
  prove(proof: Proof, typed?: string): Promise<void>;
  onOpen(): void;
  /** Nothing to protect, or the disguise came instead. */
  onLeave(): void;
  onLogOut(): Promise<void>;
}

/** The empty glass, and one button. */
export function LockCover({ proofs, prove, onOpen, onLeave, onLogOut }: LockCoverProps) {
  const { t } = useLingui();
  const [methods, setMethods] = useState<Proof[]>([]);
  const [typed, setTyped] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState('');
  const load = async (): Promise<Proof[]> => {
    try {
      const found = await proofs();
      if (found) setMethods(found);
      else onLeave();
      return found ?? [];
    } catch {
      setProblem(t`The connection dropped. Try again.`);
      return [];
    }
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked once, and again by the button.
  useEffect(() => void load(), []);
  const field = methods.find((method) => method !== 'passkey');
  const tryProof = async (proof: Proof) => {
    setBusy(true);
    setProblem('');
    try {
      if (typed !== null && isCode(typed) && disguiseStore.get().duressCode) {
        const verdict = await tryCode(typed);
        // The lock shows no wait, so here the code looks the same in one.
        if ((verdict === 'duress' || verdict === 'duressInWait') && activateDisguise()) return onLeave();
      }
      // On a slow link the button is tapped before the methods are known.
      const known = methods.length > 0 ? methods : await load();
      if (!known.includes(proof)) return;
      await prove(proof, typed ?? undefined);
      onOpen();
    } catch (error) {
      console.warn('device verification', error);
      setProblem(messageOf(error) ?? t`That did not work. Try again.`);
    } finally {
      setBusy(false);
    }
  };
  const hasPasskey = methods.includes('passkey') || methods.length === 0;
  return (
    <main className="relative flex h-dvh w-full flex-col justify-end overflow-y-auto bg-bg text-ink">
      <EmptyGlass className="absolute inset-0" />
      <div className="absolute inset-x-0 bottom-0 h-3/4 bg-linear-to-t from-bg via-bg/85 to-transparent" aria-hidden />
      <div className="relative mx-auto w-full max-w-[440px] px-6 pt-40 pb-[max(40px,env(safe-area-inset-bottom))]">
        <h1 className="d2">
          <Trans>Locked</Trans>
        </h1>
        <p className="mt-2 text-lead">
          <Trans>Some time has passed. Is it still you?</Trans>
        </p>
        <form
          className="mt-6 grid gap-2"
          onSubmit={(event) => {
            event.preventDefault();
            if (field) void tryProof(field);
          }}
        >
          {typed === null ? null : (
            <Field label={field === 'code' ? <Trans>Code</Trans> : <Trans>Password</Trans>}>
              <PasswordInput value={typed} onChange={(event) => setTyped(event.target.value)} maxLength={200} />
            </Field>
          )}
          {typed === null && hasPasskey ? (
            <Button
              variant="primary"
              size="lg"
              full
              busy={busy}
              busyLabel={<Trans>Waiting for your device</Trans>}
              icon={<Fingerprint size={20} aria-hidden />}
              onClick={() => void tryProof('passkey')}
            >
              <Trans>Unlock</Trans>
            </Button>
          ) : null}
          {typed === null && field ? (
            <Button full onClick={() => setTyped('')}>
              {field === 'code' ? <Trans>Use a code</Trans> : <Trans>Use your password</Trans>}
            </Button>
          ) : null}
          {typed !== null ? (
            <Button variant="primary" size="lg" full type="submit" busy={busy} disabled={typed === ''}>
              <Trans>Unlock</Trans>
            </Button>
          ) : null}
          <Button
            variant="ghost"
            full
            onClick={() => void onLogOut().catch(() => setProblem(t`The connection dropped. Try again.`))}
          >
            <Trans>Log out</Trans>
          </Button>
        </form>
        <p role="alert" className="mt-3 min-h-6 text-danger text-sm">
          {problem}
        </p>
        <p className="text-muted text-meta">
          <Trans>This keeps eyes off the screen. It does not encrypt the phone.</Trans>
        </p>
      </div>
    </main>
  );
}
