import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { documentedFigures, figuresIn } from './figures.ts';

interface Panel {
  id: number;
  type: string;
  title: string;
  gridPos: { h: number; w: number; x: number; y: number };
  targets?: { expr: string }[];
}
const deploy = join(import.meta.dirname, '../../../deploy');
const { panels } = JSON.parse(readFileSync(join(deploy, 'grafana/site.json'), 'utf8')) as { panels: Panel[] };
const queries = panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr));

describe('deploy/grafana/site.json', () => {
  it('asks for figures that the program prints, and for all of them', () => {
    const asked = figuresIn(queries.join('\n'));
    expect(asked.filter((name) => !documentedFigures().includes(name))).toEqual([]);
    expect(documentedFigures().filter((name) => !asked.includes(name))).toEqual([]);
  });

  it('asks for levels that Prometheus records', () => {
    const recorded = readFileSync(join(deploy, 'prometheus/alerts.yaml'), 'utf8');
    const levels = queries.flatMap((expr) => expr.match(/vlam:\w+:\w+/g) ?? []);
    expect(levels.filter((level) => !recorded.includes(`record: ${level}\n`))).toEqual([]);
  });

  it('has panels that do not overlap, each with a name and an id of its own', () => {
    expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length);
    const taken = new Map<string, string>();
    for (const { title, gridPos } of panels)
      for (let x = gridPos.x; x < gridPos.x + gridPos.w; x += 1)
        for (let y = gridPos.y; y < gridPos.y + gridPos.h; y += 1) {
          expect(taken.get(`${x} ${y}`), title).toBeUndefined();
          taken.set(`${x} ${y}`, title);
        }
    expect(Math.max(...panels.map(({ gridPos: { x, w } }) => x + w))).toBe(24);
  });
});
