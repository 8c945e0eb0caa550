import { jobTasks } from '../../src/modules.ts';
import type { JobTask } from '../../src/platform/jobs.ts';
import { recordScenario, type World } from './world.ts';

// Runs the jobs that move money, one after another, on separate connections: thousands of runs of the real queue, and the
// mails, notifications and places that follow a sale, would be nine tenths of the simulation's time.

const money = /^(payments|credits|subscriptions|vip|requests)\./;
/** Mails, and the reconciliation that the checks run themselves. */
const excludedJobs = new Set(['payments.receipt', 'payments.refund-mail', 'credits.reconcile']);

function tasksOf({ t, secondProcess, random }: World): Map<string, JobTask> {
  const { context } = random.chance(0.5) ? t : secondProcess;
  const wanted = jobTasks(context).filter(({ kind }) => money.test(kind.name) && !excludedJobs.has(kind.name));
  return new Map(wanted.map((task) => [task.kind.name, task]));
}

interface Due {
  id: string;
  name: string;
  payload: Record<string, string>;
  attempts: number;
}

/** Claims the jobs due by the simulated clock. Removes other kinds of jobs. */
async function claimDueJobs(
  { t, query }: World,
  tasks: ReadonlyMap<string, JobTask>,
  attempted: string[],
): Promise<Due[]> {
  await query(
    `delete from graphile_worker._private_jobs jobs using graphile_worker._private_tasks tasks
       where tasks.id = jobs.task_id and not tasks.identifier = any ($1)`,
    [[...tasks.keys()]],
  );
  const due = await query<Due>(
    `update graphile_worker._private_jobs jobs
        set locked_at = now(), locked_by = 'simulation', attempts = jobs.attempts + 1
       from graphile_worker._private_tasks tasks
       where tasks.id = jobs.task_id and jobs.locked_at is null and jobs.attempts < jobs.max_attempts
         and jobs.run_at <= greatest($1, now()) and not jobs.id = any ($2::bigint[])
       returning jobs.id::text, tasks.identifier as name, jobs.payload, jobs.attempts`,
    [t.clock.now(), attempted],
  );
  return due.sort((left, right) => Number(left.id) - Number(right.id));
}

/** Runs due jobs; each is attempted once, and later retried when it was interrupted. */
export async function runJobs(world: World, tasks = tasksOf(world)): Promise<void> {
  const { query } = world;
  const attempted: string[] = [];
  for (;;) {
    const due = await claimDueJobs(world, tasks, attempted);
    if (due.length === 0) return;
    for (const { id, name, payload, attempts } of due) {
      attempted.push(id);
      const isDone = await tasks
        .get(name)
        ?.run(payload, { id, attempt: attempts })
        .then(
          () => true,
          () => false,
        );
      if (!isDone) recordScenario(world, 'an interrupted job');
      await query(
        isDone
          ? 'delete from graphile_worker._private_jobs where id = $1'
          : `update graphile_worker._private_jobs set locked_at = null, locked_by = null,
               run_at = greatest(now(), run_at) + exp(least(attempts, 10)) * interval '1 second' where id = $1`,
        [id],
      );
    }
  }
}

/** Runs due jobs and scheduled tasks; interrupted ones are retried later. */
export async function runDueJobs(world: World): Promise<void> {
  const tasks = tasksOf(world);
  await runJobs(world, tasks);
  for (const task of tasks.values()) if (task.cron) await task.run({}, { id: '0', attempt: 1 }).catch(() => {});
  await runJobs(world, tasks);
}
