import { expect, it } from 'vitest';
import { toAppError } from './http-errors.ts';

it.each(['08000', '08003', '08006', '57P01', '57P05', '25006', 'EPIPE', 'ECONNRESET', 'ETIMEDOUT'])(
  '%s of the database is "not now", to be tried again',
  (code) => {
    expect(toAppError(Object.assign(new Error('lost'), { code }) as never)?.code).toBe('UNAVAILABLE');
  },
);
