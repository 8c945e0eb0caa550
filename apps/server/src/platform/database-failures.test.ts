import { describe, expect, it } from 'vitest';
import { databaseError, databaseFailures } from '../../test/database-failures.ts';
import { createLedger } from '../modules/credits/ledger.ts';
import { purchasePosting } from '../modules/credits/postings.ts';
import { createPoster } from '../modules/messaging/posting/post.ts';
import type { Outgoing } from '../modules/messaging/types.ts';
import { systemClock } from './clock.ts';
import { openDatabase } from './database.ts';
import { toAppError } from './http-errors.ts';
import { newId } from './ids.ts';
import { createLane } from './lane.ts';
import { createPipeline } from './pipeline.ts';
import { createToggleLane } from './toggle-lane.ts';

interface Writer {
  /** Writes two items together and returns what each got: a code of ours, or the database's own error. */
  write(call: () => Promise<never>): Promise<unknown[]>;
}

const whenFull = () => new Error('full');
const posting = () =>
  purchasePosting({
    kind: 'unlock',
    payerId: newId(),
    payeeId: newId(),
    price: 5,
    reference: newId(),
    key: newId(),
    description: 'One item',
  });

const message = (): Outgoing => ({
  id: newId(),
  sender: newId(),
  receiver: newId(),
  clientId: newId(),
  content: 'Sawubona',
  payerAccountId: null,
});
// Never connected to: what is sent goes to the test.
const database = openDatabase('postgres://127.0.0.1:1/none', { size: 1 });

const gotBy = async (sending: readonly Promise<unknown>[]) =>
  (await Promise.allSettled(sending)).map((result) => result.status === 'rejected' && result.reason);

const writers: Record<string, Writer> = {
  lane: { write: (call) => gotBy([1, 2].map(createLane<number, number>({ name: 'test.lane', call, limit: 10 }).send)) },
  toggles: {
    write(toggle) {
      const send = createToggleLane({ name: 'test.toggle', toggle, missing: whenFull });
      return gotBy(['one', 'two'].map((profileId) => send({ targetId: 'post', profileId })));
    },
  },
  ledger: {
    write(query) {
      const ledger = createLedger({ query });
      return gotBy([ledger.post(posting()), ledger.post(posting())]);
    },
  },
  messages: {
    write(query) {
      const poster = createPoster({
        database: { ...database, planned: { query } as unknown as typeof database.planned },
        clock: systemClock,
        listQuotaExempt: async () => new Set(),
      });
      return gotBy([1, 2].map(() => poster.send(message(), { accountId: newId() })));
    },
  },
  'preparation of a pipeline': {
    write: (prepare) =>
      gotBy([1, 2].map(createPipeline({ name: 'test.prepare', prepare, act: async () => [], limit: 10, whenFull }))),
  },
  'writing of a pipeline': {
    write: (act) =>
      gotBy([1, 2].map(createPipeline({ name: 'test.act', prepare: async () => null, act, limit: 10, whenFull }))),
  },
};

describe.each(Object.entries(writers))('T102: the %s', (_name, { write }) => {
  it.each(databaseFailures)('answers $name as a request does', async ({ error }) => {
    const expected = toAppError(error as never)?.code ?? error;
    const got = await write(() => Promise.reject(error));
    expect(got.map((each) => (each === error ? error : (each as { code?: string }).code))).toEqual([
      expected,
      expected,
    ]);
  });
});

describe.each(['lane', 'toggles', 'ledger', 'messages'])('T102: the %s', (name) => {
  const attempts = async (error: Error) => {
    let calls = 0;
    await writers[name]?.write(() => {
      calls += 1;
      return Promise.reject(error);
    });
    return calls;
  };

  it('writes nothing again when the database is away or the outcome is unknown', async () => {
    for (const { error, failure } of databaseFailures)
      if (failure === 'unavailable' || failure === 'unknown') expect(await attempts(error), error.message).toBe(1);
  });

  it('writes a batch that collided again, and then each alone', async () => {
    expect(await attempts(databaseError('40001'))).toBe(9);
    expect(await attempts(databaseError('40P01'))).toBe(9);
  });

  it('stops writing each alone when the database goes away between two writes', async () => {
    let calls = 0;
    const got = await writers[name]?.write(() => {
      calls += 1;
      return Promise.reject(databaseError(calls === 1 ? '22001' : '57P01'));
    });
    expect(got).toMatchObject([{ code: 'UNAVAILABLE' }, { code: 'UNAVAILABLE' }]);
    expect(calls).toBe(2);
  });
});
