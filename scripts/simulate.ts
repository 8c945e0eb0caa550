import { spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

// `npm run simulate`: a seeded run of the money simulation, 10,000 steps unless `--steps` says otherwise.
// The seed is printed first, and again when it fails: `npm run simulate -- --seed <seed>` takes the same steps.
const { values } = parseArgs({ options: { seed: { type: 'string' }, steps: { type: 'string' } } });
const seed = values.seed ?? process.env.SIMULATION_SEED ?? String(randomInt(1, 2 ** 31));
const steps = values.steps ?? process.env.SIMULATION_STEPS ?? '10000';
const root = join(import.meta.dirname, '..');
console.log(`seed ${seed}, ${steps} steps`);
const vitest = spawn(
  process.execPath,
  [join(root, 'node_modules/vitest/vitest.mjs'), 'run', '--project', 'long', 'apps/server/test/simulation'],
  { cwd: root, stdio: 'inherit', env: { ...process.env, SIMULATION_SEED: seed, SIMULATION_STEPS: steps } },
);
vitest.on('exit', (code) => process.exit(code ?? 1));
