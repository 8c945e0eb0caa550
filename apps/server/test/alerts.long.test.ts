import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { promtool } from './machine.ts';
import { useTestApp } from './use-app.ts';

const folder = join(import.meta.dirname, '../../../deploy/prometheus');
const run = (args: readonly string[], options: { cwd: string; input?: string }) =>
  execFileSync(promtool ?? '', args, { encoding: 'utf8', ...options });

describe.skipIf(!promtool)('deploy/prometheus in promtool (skipped where Prometheus is not installed)', () => {
  const t = useTestApp();

  it('reads the settings and the rules', () => {
    const copy = mkdtempSync(join(tmpdir(), 'vlam-prometheus-'));
    try {
      for (const file of ['prometheus.yaml', 'alerts.yaml']) copyFileSync(join(folder, file), join(copy, file));
      writeFileSync(join(copy, 'metrics-token'), 'kanarie-kanarie-1');
      expect(run(['check', 'config', 'prometheus.yaml'], { cwd: copy })).toContain('SUCCESS');
    } finally {
      rmSync(copy, { recursive: true });
    }
  });

  it('plays every alert', () => {
    expect(run(['test', 'rules', 'alerts.test.yaml'], { cwd: folder })).toContain('SUCCESS');
  });

  it('reads what the program prints', async () => {
    const { text } = await t.context.metrics.scrape();
    let complaints = '';
    try {
      run(['check', 'metrics'], { cwd: folder, input: text });
    } catch (error) {
      complaints = String((error as { stderr: unknown }).stderr) + String((error as { stdout: unknown }).stdout);
    }
    // Names of the library, which docs/figures.md mentions.
    expect(complaints.split('\n').filter((line) => line && !line.startsWith('nodejs_'))).toEqual([]);
  });
});
