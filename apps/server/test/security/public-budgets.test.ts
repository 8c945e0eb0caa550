import type { Operation } from '@vlam/contract/operation';
import { describe, expect, it } from 'vitest';
import { sessionCookieName } from '../../src/platform/session-cookie.ts';
import { anAccount, aSession } from '../factories.ts';
import { useTestApp } from '../use-app.ts';
import { sampleQuery } from './sample-body.ts';
import { everyOperation, pathWith } from './world.ts';

// The clock is fixed, so used-up budgets stay used up. Bodies are empty: budgets are spent before bodies are read.

/** A fifth of the real budgets: reads 60, writes 24, searches 8, passwords 4, mails 1. */
const scale = 0.2;
const mostCalls = 61;

const t = useTestApp({ rateLimitScale: scale });

let addresses = 0;
function anAddress(): string {
  addresses += 1;
  return `41.${addresses >> 8}.${addresses & 255}.1`;
}

async function callsAllowed(operation: Operation, next: () => Promise<{ address: string; cookie?: string }>) {
  for (let allowed = 0; allowed < mostCalls; allowed += 1) {
    const { address, cookie } = await next();
    const { statusCode } = await t.app.inject({
      method: operation.method,
      url: `${pathWith(operation, 'a'.repeat(43))}${sampleQuery(operation)}`,
      remoteAddress: address,
      headers: {
        host: 'vlam.test',
        origin: 'http://vlam.test',
        'sec-fetch-site': 'same-origin',
        ...(cookie ? { cookie } : {}),
      },
      ...(operation.body ? { payload: {} } : {}),
    });
    if (statusCode === 429) return allowed;
  }
  return Number.POSITIVE_INFINITY;
}

describe('T98: a public call spends the budget of its address, and of its account too', () => {
  it.each(everyOperation.filter(([, { access }]) => access === 'public'))('%s', async (_name, operation) => {
    const account = await anAccount(t);
    // A fresh session per call: a public operation may end its session.
    const signedIn = async (address: string) => ({ address, cookie: (await aSession(t, account.accountId)).cookie });
    const visitors = anAddress();
    const limit = await callsAllowed(operation, async () => ({ address: visitors }));
    expect(limit).toBeLessThan(mostCalls);
    expect(await callsAllowed(operation, async () => ({ address: visitors, cookie: account.cookie }))).toBe(0);

    const own = anAddress();
    expect(await callsAllowed(operation, () => signedIn(own))).toBeLessThanOrEqual(limit);
    expect(await callsAllowed(operation, async () => ({ address: own }))).toBe(0);
    expect(await callsAllowed(operation, async () => ({ address: own, cookie: (await anAccount(t)).cookie }))).toBe(0);
    expect(await callsAllowed(operation, () => signedIn(anAddress()))).toBe(0);
  });

  it('an invalid session cookie gives no further budget', async () => {
    const address = anAddress();
    const cookie = `${sessionCookieName(t.config)}=${'x'.repeat(43)}`;
    const [, register] = everyOperation.find(([name]) => name === 'register') as [string, Operation];
    expect(await callsAllowed(register, async () => ({ address, cookie }))).toBe(4);
  });
});
