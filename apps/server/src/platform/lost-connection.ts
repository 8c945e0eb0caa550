export { isUnavailable as isLostConnection } from './postgres-errors.ts';
export { retryIdempotent as repeatWhenLost } from './postgres-retries.ts';
