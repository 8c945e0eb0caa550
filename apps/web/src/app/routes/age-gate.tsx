import { AgeCheck } from '../../features/age-verification/components/age-check.tsx';
import { setPhotosOffer } from '../../lib/photos-offer.ts';
import { DemoMark } from '../shell/banners.tsx';
import { useLogOut } from '../use-log-out.ts';

/** Replaces every screen until the member has proved their age. */
export function AgeGate() {
  const logOut = useLogOut('/login');
  return (
    <>
      <AgeCheck
        onVerified={() => {
          setPhotosOffer(true);
          location.reload();
        }}
        onExit={() => logOut.mutate()}
        exiting={logOut.isPending || logOut.isSuccess}
      />
      <DemoMark layout="plain" />
    </>
  );
}
