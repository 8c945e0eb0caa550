import { type JobTask, jobKind, jobTask } from '../../platform/jobs.ts';

export const remindKind = jobKind<{ planId: string }>('locations.plan-remind');
export const alertKind = jobKind<{ planId: string }>('locations.plan-alert');
const sweepKind = jobKind('locations.plan-sweep', { maxAttempts: 2 });

/** One job for each due time of a plan, and a sweep every five minutes for those it missed. */
export function safetyTasks(deps: {
  runDuePlanStep(planId: string): Promise<void>;
  sweep(): Promise<void>;
}): JobTask[] {
  const { runDuePlanStep, sweep } = deps;
  return [
    jobTask(remindKind, ({ planId }) => runDuePlanStep(planId)),
    jobTask(alertKind, ({ planId }) => runDuePlanStep(planId)),
    jobTask(sweepKind, sweep, { cron: '*/5 * * * *' }),
  ];
}
