export { ForgotPassword as Route } from '../../features/identity/components/forgot-password.tsx';
