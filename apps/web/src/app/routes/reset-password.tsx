import { ResetPassword } from '../../features/identity/components/reset-password.tsx';
import { TakeBack } from '../../features/identity/components/take-back.tsx';
import { useSearchParam } from '../../lib/router.tsx';

/** A new password by a mailed link: a forgotten one, or one with which the address, or the way to sign in, is taken back. */
export function Route() {
  const [token, address, factor] = [useSearchParam('token'), useSearchParam('address'), useSearchParam('factor')];
  if (address) return <TakeBack what="address" token={address} />;
  return factor ? <TakeBack what="sign-in" token={factor} /> : <ResetPassword token={token} />;
}
