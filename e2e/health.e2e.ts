import { randomUUID } from 'node:crypto';
import { describe, expect, inject, it } from 'vitest';
import { proveIfAsked } from './support/proof.ts';
import { openVisitor } from './support/visitor.ts';
import { useWorld, visitWorld } from './support/world.ts';

const world = useWorld();

describe('T22: what works', () => {
  it('an admin sees a job that was given up and runs it again; the log says so', async () => {
    const id = randomUUID();
    await world.rows(
      `insert into dead_jobs (id, task, payload, error) values ('${id}', 'media.sweep', '{}', 'Error ENOSPC')`,
    );
    await visitWorld(world, { cookie: inject('demoSessions').admin, width: 390, height: 844 }, async ({ page }) => {
      await page.goto('/admin/health');
      await page.getByText('Background work').waitFor();
      await page.getByRole('button', { name: 'Run media.sweep again' }).click();
      await proveIfAsked(page, page.getByText('Queued again').first());
      await page.getByText('Nothing was given up').waitFor();
      const rows = await world.rows<{ action: string }>(`select action from audit_log where target_id = '${id}'`);
      expect(rows).toEqual([{ action: 'job.run-again' }]);
    });
  });

  it('anyone sees in plain words what works, at any width and without a script', async () => {
    const visitor = await openVisitor(world.browser, { url: world.url, width: 320, height: 640 });
    try {
      await visitor.page.goto('/status');
      await visitor.page.getByRole('heading', { level: 1 }).waitFor();
      expect(await visitor.page.getByRole('heading', { level: 2 }).count()).toBe(5);
      expect(await visitor.page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
      expect(visitor.requests.filter((path) => path !== '/status')).toEqual([]);
      expect(visitor.faults).toEqual([]);
    } finally {
      await visitor.close();
    }
  });
});
