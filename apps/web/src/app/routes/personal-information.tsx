import { OwnRequests, VisitorRequest } from '../../features/records/information/own-requests.tsx';
import { useCurrentUser } from '../../lib/session.ts';
import { ScreenLoading } from '../screen-loading.tsx';
import { LegalFrame } from './legal-frame.tsx';

/** Requests about personal information: open before sign-in and before the age check. */
export function Route() {
  const user = useCurrentUser();
  return (
    <LegalFrame>
      {user === undefined ? (
        <ScreenLoading />
      ) : user && !user.requiresAgeVerification ? (
        <OwnRequests />
      ) : (
        <VisitorRequest />
      )}
    </LegalFrame>
  );
}
