export { useKeys } from '../../lib/use-keys.ts';
