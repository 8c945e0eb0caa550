import { describe, expect, it, vi } from 'vitest';
import { databaseError, databaseFailures } from '../../test/database-failures.ts';
import { AppError } from './errors.ts';
import { toAppError } from './http-errors.ts';
import { failureOf, isOutcomeUnknown, isUnavailable, toUnavailable, violatesUnique } from './postgres-errors.ts';
import { retryCollisions, retryIdempotent } from './postgres-retries.ts';

describe('a failure of the database', () => {
  it.each(databaseFailures)('$name is $failure', ({ error, failure }) => {
    const mayBeMended = failure === 'collision' || failure === 'unavailable' || failure === 'unknown';
    expect(failureOf(error)).toBe(failure);
    expect(isOutcomeUnknown(error)).toBe(failure === 'unknown');
    expect(isUnavailable(error)).toBe(failure === 'unavailable' || failure === 'unknown');
    expect(toAppError(error as never)?.code).toBe(mayBeMended ? 'UNAVAILABLE' : undefined);
    if (mayBeMended) expect(toUnavailable(error)).toMatchObject({ code: 'UNAVAILABLE', cause: error });
    else expect(toUnavailable(error)).toBe(error);
  });

  it.each([
    ['a refusal of ours', new AppError('UNAVAILABLE')],
    ['a missing file', databaseError('ENOENT')],
    ['a defect', new TypeError('x is not a function')],
    ['words that mention a connection', new Error('The connection error page was not found')],
    ['no error', null],
  ])('is not %s', (_name, error) => {
    expect(failureOf(error)).toBeNull();
  });

  it('names the constraint that was violated', () => {
    const error = databaseError('23505', 'duplicate key', { constraint: 'ledger_keys' });
    expect(violatesUnique(error, 'ledger_once', 'ledger_keys')).toBe(true);
    expect(violatesUnique(error, 'ledger_once')).toBe(false);
    expect(violatesUnique(databaseError('23503', 'missing', { constraint: 'ledger_keys' }), 'ledger_keys')).toBe(false);
  });
});

describe('a retry', () => {
  const failing = (...errors: (Error | null)[]) =>
    vi.fn(async () => {
      const error = errors.shift();
      if (error) throw error;
      return 'done';
    });

  it.each(databaseFailures)(
    'after $name runs a transaction again only when it was rolled back for another',
    async (one) => {
      const work = failing(one.error);
      await retryCollisions(work).catch(() => {});
      expect(work).toHaveBeenCalledTimes(one.failure === 'collision' ? 2 : 1);
    },
  );

  it('runs a transaction three times at most', async () => {
    const work = failing(...Array.from({ length: 5 }, () => databaseError('40P01')));
    await expect(retryCollisions(work)).rejects.toMatchObject({ code: '40P01' });
    expect(work).toHaveBeenCalledTimes(3);
  });

  it('runs idempotent work again while the database is away', async () => {
    const work = failing(databaseError('57P01'), databaseError(null, 'Query read timeout'));
    expect(await retryIdempotent(work)).toBe('done');
    const refused = failing(databaseError('22001'));
    await expect(retryIdempotent(refused)).rejects.toMatchObject({ code: '22001' });
    expect(refused).toHaveBeenCalledTimes(1);
  });
});
