import type { Context } from './context.ts';
import { jobTasks } from './modules.ts';
import { type JobRunner, startJobRunner } from './platform/job-runner.ts';

/** Starts the background jobs of every module in this process. */
export function startWorker(context: Context, databaseUrl: string): Promise<JobRunner> {
  return startJobRunner({ databaseUrl, tasks: jobTasks(context), logger: context.logger, concurrency: 4 });
}
