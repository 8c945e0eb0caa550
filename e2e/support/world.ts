import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, expect, inject } from 'vitest';
import { launchBrowser } from '../../apps/server/test/browser.ts';
import { type Rows, useRows } from './rows.ts';
import { openVisitor, type Visitor, type VisitorOptions } from './visitor.ts';

export interface World {
  readonly browser: Browser;
  readonly url: string;
  rows: Rows;
}

/** Software rendering without GPU emulation, which is slower. */
export const softwareOnly = { args: ['--disable-gpu', '--disable-software-rasterizer'] };

/** The running server, its database and a browser, for the tests of one file. Call it at the top level. */
export function useWorld(): World {
  let browser: Browser | undefined;
  const rows = useRows();
  beforeAll(async () => {
    browser = await launchBrowser(softwareOnly);
  });
  afterAll(async () => {
    await browser?.close();
  });
  return {
    get browser() {
      if (!browser) throw new Error('the browser is launched in beforeAll');
      return browser;
    },
    url: inject('demoUrl'),
    rows,
  };
}

/** A visit that ends with the story: afterwards the page must have had no faults, but for those that are expected. */
export async function visitWorld(
  world: World,
  { expectedFaults, ...options }: VisitorOptions & { expectedFaults?: RegExp },
  work: (visitor: Visitor) => Promise<void>,
): Promise<void> {
  const visitor = await openVisitor(world.browser, { url: world.url, ...options });
  try {
    await work(visitor);
    expect(visitor.faults.filter((fault) => !expectedFaults?.test(fault))).toEqual([]);
  } finally {
    await visitor.close();
  }
}

/** Profile ids of the sample people by the local part of their email; resets the message quota before each story. */
export function useWriters(world: World): Readonly<Record<string, string>> {
  const ids: Record<string, string> = {};
  beforeAll(async () => {
    const rows = await world.rows<{ email: string; id: string }>(
      `select a.email, p.id from profiles p join accounts a on a.id = p.account_id where a.email like '%@vlam.test'`,
    );
    for (const { email, id } of rows) ids[email.split('@')[0] ?? ''] = id;
  });
  beforeEach(async () => {
    await world.rows('delete from message_quotas');
  });
  return ids;
}
