import { type JobTask, jobKind, jobTask } from '../../platform/jobs.ts';

export const remindKind = jobKind<{ planId: string }>('locations.plan-remind');
export const alertKind = jobKind<{ planId: string }>('locations.plan-alert');
const sweepKind = jobKind('locations.plan-sweep', { maxAttempts: 2 });

/** One job for each due time of a plan, and a sweep every five minutes for those it missed. */
export function safetyTasks(deps: { look(planId: string): Promise<void>; sweep(): Promise<void> }): JobTask[] {
  const { look, sweep } = deps;
  return [
    jobTask(remindKind, ({ planId }) => look(planId)),
    jobTask(alertKind, ({ planId }) => look(planId)),
    jobTask(sweepKind, sweep, { cron: '*/5 * * * *' }),
  ];
}
