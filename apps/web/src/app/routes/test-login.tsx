export { Route } from './not-built-yet.tsx';
