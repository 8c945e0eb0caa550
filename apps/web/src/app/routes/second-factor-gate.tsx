import { SecondFactorGate as Gate } from '../../features/identity/components/second-factor-gate.tsx';
import { DemoMark } from '../shell/banners.tsx';
import { useLogOut } from '../use-log-out.ts';

/** Replaces every screen until a member of staff has a second factor. */
export function SecondFactorGate() {
  const logOut = useLogOut('/login');
  return (
    <>
      <Gate
        onDone={() => location.reload()}
        onLogOut={() => logOut.mutate()}
        loggingOut={logOut.isPending || logOut.isSuccess}
      />
      <DemoMark layout="plain" />
    </>
  );
}
