import { Login } from '../../features/identity/components/login.tsx';
import { useSearchParam } from '../../lib/router.tsx';

export function Route() {
  const step = useSearchParam('step');
  return (
    <Login
      next={useSearchParam('next')}
      problem={useSearchParam('problem')}
      waits={step === 'second'}
      leaving={step === 'leaving'}
    />
  );
}
