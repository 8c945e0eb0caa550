export { TestLogin as Route } from '../../features/identity/components/test-login.tsx';
