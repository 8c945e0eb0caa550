import { spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

// `npm run simulate`: a seeded run of the money simulation, 10,000 steps unless `--steps` says otherwise.
// The seed is printed first, and again when it fails: `npm run simulate -- --seed <seed>` takes the same steps.
// `--seed 1,2,3 --parallel 2` takes several, two at a time.
const { values } = parseArgs({
  options: { seed: { type: 'string' }, steps: { type: 'string' }, parallel: { type: 'string', default: '1' } },
});
const seeds = (values.seed ?? process.env.SIMULATION_SEED ?? String(randomInt(1, 2 ** 31))).split(',');
const steps = values.steps ?? process.env.SIMULATION_STEPS ?? '10000';
const root = join(import.meta.dirname, '..');

async function simulate(seed: string): Promise<boolean> {
  console.log(`seed ${seed}, ${steps} steps`);
  const vitest = spawn(
    process.execPath,
    [join(root, 'node_modules/vitest/vitest.mjs'), 'run', '--project', 'long', 'apps/server/test/simulation'],
    { cwd: root, stdio: 'inherit', env: { ...process.env, SIMULATION_SEED: seed, SIMULATION_STEPS: steps } },
  );
  const [code] = await once(vitest, 'exit');
  return code === 0;
}

const failed: string[] = [];
const waiting = [...seeds];
const lane = async () => {
  for (let seed = waiting.shift(); seed !== undefined; seed = waiting.shift())
    if (!(await simulate(seed))) failed.push(seed);
};
await Promise.all(Array.from({ length: Math.max(1, Number(values.parallel)) }, lane));
if (seeds.length > 1) console.log(`${seeds.length - failed.length} of ${seeds.length} seeds are green`);
if (failed.length > 0) {
  console.error(`failed: ${failed.map((seed) => `npm run simulate -- --seed ${seed} --steps ${steps}`).join('; ')}`);
  process.exitCode = 1;
}
