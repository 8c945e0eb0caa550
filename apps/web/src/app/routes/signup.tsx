export { SignUp as Route } from '../../features/identity/components/sign-up.tsx';
