import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { documentedFigures, figuresIn } from './figures.ts';

const root = join(import.meta.dirname, '../../..');
const read = (path: string) => readFileSync(join(root, path), 'utf8');
const rules = read('deploy/prometheus/alerts.yaml');
const alerts = rules
  .split('      - alert: ')
  .slice(1)
  .map((text) => ({ name: /^\w+/.exec(text)?.[0] ?? '', runbook: /runbook: (\S+)/.exec(text)?.[1] ?? '' }));
const sections = [...read('docs/runbooks.md').matchAll(/^## (.+)$/gm)].map(([, title = '']) =>
  title.toLowerCase().replaceAll(' ', '-'),
);

describe('deploy/prometheus/alerts.yaml', () => {
  it('names figures that the program prints, as docs/figures.md explains them', () => {
    const named = figuresIn(rules);
    expect(named.length).toBeGreaterThan(20);
    expect(named.filter((name) => !documentedFigures().includes(name))).toEqual([]);
  });

  it('uses only levels that it records', () => {
    const recorded = new Set([...rules.matchAll(/- record: (\S+)/g)].map(([, name]) => name));
    const used = [...rules.matchAll(/\bvlam:\w+:\w+/g)].map(([name]) => name);
    expect(used.filter((name) => !recorded.has(name))).toEqual([]);
  });

  it('leads from each alert to a section of the runbooks, and has an alert for each section', () => {
    expect(alerts.length).toBeGreaterThan(20);
    for (const { name, runbook } of alerts) expect(runbook, name).toMatch(/^docs\/runbooks\.md#[a-z-]+$/);
    const wanted = new Set(alerts.map(({ runbook }) => runbook.split('#')[1]));
    expect([...wanted].sort()).toEqual([...sections].sort());
  });

  it('is played case by case: each alert has one', () => {
    const played = read('deploy/prometheus/alerts.test.yaml');
    expect(alerts.map(({ name }) => name).filter((name) => !played.includes(`alertname: ${name}\n`))).toEqual([]);
  });
});

it('every section of the runbooks says what it means, where to look, how to mend it and what comes after', () => {
  for (const section of read('docs/runbooks.md').split(/^## /m).slice(1))
    for (const part of ['**People:**', '**Look:**', '**Mend:**', '**Afterwards:**'])
      expect(section.includes(part), `${section.split('\n', 1)[0]}: ${part}`).toBe(true);
});
