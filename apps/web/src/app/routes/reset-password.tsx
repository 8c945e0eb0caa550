import { ResetPassword } from '../../features/identity/components/reset-password.tsx';
import { TakeBackAddress } from '../../features/identity/components/take-back-address.tsx';
import { useSearchParam } from '../../lib/router.tsx';

/** A new password by a mailed link: a forgotten one, or one for the address that is taken back with it. */
export function Route() {
  const [token, address] = [useSearchParam('token'), useSearchParam('address')];
  return address ? <TakeBackAddress token={address} /> : <ResetPassword token={token} />;
}
