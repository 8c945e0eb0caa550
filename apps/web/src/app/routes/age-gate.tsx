import { AgeCheck } from '../../features/age-verification/components/age-check.tsx';
import { setPhotosOffer } from '../../lib/photos-offer.ts';
import { useCurrentUser } from '../../lib/session.ts';
import { DemoMark } from '../shell/banners.tsx';
import { useLogOut } from '../use-log-out.ts';

/** Replaces every screen until the member has proved their age. */
export function AgeGate() {
  const logOut = useLogOut('/login');
  const user = useCurrentUser();
  // A link to something else is kept: the wizard does not come between.
  const isNewFan = location.pathname === '/' && user?.profileId && !user.creator;
  // The first steps of one who has sold nothing.
  const isNewCreator = location.pathname === '/' && user?.creator !== undefined;
  return (
    <>
      <AgeCheck
        onVerified={() => {
          if (isNewFan) return location.assign('/welcome');
          setPhotosOffer(true);
          if (isNewCreator) return location.assign('/dashboard');
          location.reload();
        }}
        onExit={() => logOut.mutate()}
        exiting={logOut.isPending || logOut.isSuccess}
      />
      <DemoMark layout="plain" />
    </>
  );
}
