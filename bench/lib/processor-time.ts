import { readdirSync, readFileSync } from 'node:fs';

// Of Linux: /proc/<pid>/stat counts in hundredths of a second on every platform Node runs on.
const msPerTick = 10;

interface Usage {
  parent: number;
  ticks: number;
}

function readUsage(pid: number): Usage | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The name of the program, in parentheses, may hold spaces.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    const [user, system, childUser, childSystem] = [11, 12, 13, 14].map((at) => Number(fields[at]));
    return { parent: Number(fields[1]), ticks: (user ?? 0) + (system ?? 0) + (childUser ?? 0) + (childSystem ?? 0) };
  } catch {
    return null;
  }
}

/** Processor time of a process, of its descendants and of those that have ended, in milliseconds. */
export function processorMs(root: number): number {
  const usages = new Map<number, Usage>();
  for (const name of readdirSync('/proc'))
    if (/^\d+$/.test(name)) {
      const usage = readUsage(Number(name));
      if (usage) usages.set(Number(name), usage);
    }
  const isWithin = (pid: number): boolean =>
    pid === root || (usages.has(pid) && isWithin(usages.get(pid)?.parent ?? 0));
  let ticks = 0;
  for (const [pid, usage] of usages) if (isWithin(pid)) ticks += usage.ticks;
  return ticks * msPerTick;
}
