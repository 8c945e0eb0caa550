import { Login } from '../../features/identity/components/login.tsx';
import { useSearchParam } from '../../lib/router.tsx';

export function Route() {
  return (
    <Login
      next={useSearchParam('next')}
      problem={useSearchParam('problem')}
      waits={useSearchParam('step') === 'second'}
    />
  );
}
