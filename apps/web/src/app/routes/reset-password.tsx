import { ResetPassword } from '../../features/identity/components/reset-password.tsx';
import { useSearchParam } from '../../lib/router.tsx';

export function Route() {
  return <ResetPassword token={useSearchParam('token')} />;
}
