/** The last outcomes of calls to another service, in this process. */
export interface RecentOutcomes {
  note(failed: boolean): void;
  /** Whether most calls of the last ten minutes failed; never on fewer than three failures. */
  areBad(): boolean;
}

const windowMs = 10 * 60_000;
const kept = 20;

export function createRecentOutcomes(nowMs: () => number = () => performance.now()): RecentOutcomes {
  const outcomes: { at: number; failed: boolean }[] = [];
  return {
    note(failed) {
      outcomes.push({ at: nowMs(), failed });
      if (outcomes.length > kept) outcomes.shift();
    },
    areBad() {
      const since = nowMs() - windowMs;
      const recent = outcomes.filter(({ at }) => at > since);
      const failed = recent.filter((outcome) => outcome.failed).length;
      return failed >= 3 && failed * 2 > recent.length;
    },
  };
}
