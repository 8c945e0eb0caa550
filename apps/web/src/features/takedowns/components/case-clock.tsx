import { DueClock } from '../../../components/ui/due-clock.tsx';
import type { StaffTakedown } from '../api.ts';

/** Time of an open case: from its intake, or from its appeal. */
export const dueOf = ({ receivedAt, dueAt }: Pick<StaffTakedown, 'receivedAt' | 'dueAt'>) => ({
  from: receivedAt,
  due: dueAt,
});

export const CaseClock = ({ found, className }: { found: StaffTakedown; className?: string }) => (
  <DueClock {...dueOf(found)} {...(className ? { className } : {})} />
);
