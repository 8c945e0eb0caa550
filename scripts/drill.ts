import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { drillFailover } from './drills/failover.ts';
import { drillPgbackrest } from './drills/pgbackrest.ts';
import { drillRestore } from './drills/restore.ts';
import { drillRolling } from './drills/rolling.ts';
import { drillRotate } from './drills/rotate.ts';
import { drillSoak } from './drills/soak.ts';
import { root } from './steps.ts';

// npm run drill -- failover | pgbackrest | restore | rolling | rotate | soak: a fault on purpose, or a long time of
// use, and what it costs. The report is kept in bench/results; a drill that loses what it promises to keep makes it
// fail.

export interface Report {
  /** A page of Markdown. */
  text: string;
  passed: boolean;
}

const drills: Record<string, (args: readonly string[]) => Promise<Report>> = {
  failover: drillFailover,
  pgbackrest: drillPgbackrest,
  restore: drillRestore,
  rolling: drillRolling,
  rotate: drillRotate,
  soak: drillSoak,
};

const [name = '', ...args] = process.argv.slice(2);
const drill = drills[name];
if (!drill) {
  console.error(`Usage: npm run drill -- ${Object.keys(drills).join(' | ')}`);
  process.exitCode = 2;
} else {
  const { text, passed } = await drill(args);
  console.log(text);
  await mkdir(join(root, 'bench/results'), { recursive: true });
  await writeFile(join(root, `bench/results/drill-${name}.md`), text);
  if (!passed) process.exitCode = 1;
}
