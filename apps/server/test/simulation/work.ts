import { jobTasks } from '../../src/modules.ts';
import type { JobTask } from '../../src/platform/jobs.ts';
import { hasHappened, type World } from './world.ts';

// Does the jobs that move money, one after another, on connections of its own: thousands of runs of the real queue, and the
// mails, notices and places that hang on a sale, would be nine tenths of the simulation's time.

const money = /^(payments|credits|subscriptions|vip|requests)\./;
/** Mails; and the whole comparison of the books, which the checks make themselves. */
const leftOut = new Set(['payments.receipt', 'payments.refunded', 'credits.reconcile']);

function tasksOf({ t, beside, random }: World): Map<string, JobTask> {
  const { context } = random.chance(0.5) ? t : beside;
  const wanted = jobTasks(context).filter(({ kind }) => money.test(kind.name) && !leftOut.has(kind.name));
  return new Map(wanted.map((task) => [task.kind.name, task]));
}

interface Due {
  id: string;
  name: string;
  payload: Record<string, string>;
  attempts: number;
}

/** Takes what is due by the simulated clock. Other kinds of job are removed. */
async function takeDue({ t, look }: World, tasks: ReadonlyMap<string, JobTask>, tried: string[]): Promise<Due[]> {
  await look(
    `delete from graphile_worker._private_jobs jobs using graphile_worker._private_tasks tasks
       where tasks.id = jobs.task_id and not tasks.identifier = any ($1)`,
    [[...tasks.keys()]],
  );
  const due = await look<Due>(
    `update graphile_worker._private_jobs jobs
        set locked_at = now(), locked_by = 'simulation', attempts = jobs.attempts + 1
       from graphile_worker._private_tasks tasks
       where tasks.id = jobs.task_id and jobs.locked_at is null and jobs.attempts < jobs.max_attempts
         and jobs.run_at <= greatest($1, now()) and not jobs.id = any ($2::bigint[])
       returning jobs.id::text, tasks.identifier as name, jobs.payload, jobs.attempts`,
    [t.clock.now(), tried],
  );
  return due.sort((left, right) => Number(left.id) - Number(right.id));
}

/** Jobs that are due; each is tried once, and again later when it was cut off. */
export async function drain(world: World, tasks = tasksOf(world)): Promise<void> {
  const { look } = world;
  const tried: string[] = [];
  for (;;) {
    const due = await takeDue(world, tasks, tried);
    if (due.length === 0) return;
    for (const { id, name, payload, attempts } of due) {
      tried.push(id);
      const isDone = await tasks
        .get(name)
        ?.run(payload, { id, attempt: attempts })
        .then(
          () => true,
          () => false,
        );
      if (!isDone) hasHappened(world, 'a job that was cut off');
      await look(
        isDone
          ? 'delete from graphile_worker._private_jobs where id = $1'
          : `update graphile_worker._private_jobs set locked_at = null, locked_by = null,
               run_at = greatest(now(), run_at) + exp(least(attempts, 10)) * interval '1 second' where id = $1`,
        [id],
      );
    }
  }
}

/** Does what is due: jobs, and what runs by the clock. What is cut off is done another time. */
export async function work(world: World): Promise<void> {
  const tasks = tasksOf(world);
  await drain(world, tasks);
  for (const task of tasks.values()) if (task.cron) await task.run({}, { id: '0', attempt: 1 }).catch(() => {});
  await drain(world, tasks);
}
