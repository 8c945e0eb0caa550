import { vi } from 'vitest';

/** Two browsers and PostgreSQL may share the machine with a unit test: the default second runs out by chance. */
const timeout = 10_000;

export const waitUntil = <T>(read: () => T | Promise<T>) => vi.waitUntil(read, { timeout });
export const waitFor = <T>(check: () => T | Promise<T>) => vi.waitFor(check, { timeout });
