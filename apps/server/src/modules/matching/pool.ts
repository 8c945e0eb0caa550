/** Somebody who can be matched, as packed numbers. Masks as in `masks.ts`. */
export interface Candidate {
  id: string;
  age: number;
  /** Ages they wish to meet themselves. */
  ageMin: number;
  ageMax: number;
  /** The cell that others may know. */
  cell: string;
  interests: number;
  lifestyle: number;
  goals: number;
  /** Minutes since 1970 when they were last here. */
  seen: number;
}

/** Columns of all candidates. A slot whose age is 0 holds nobody. */
export interface Columns {
  length: number;
  age: Uint8Array;
  ageMin: Uint8Array;
  ageMax: Uint8Array;
  cell: Uint32Array;
  interests: Uint8Array;
  lifestyle: Uint16Array;
  goals: Uint8Array;
  seen: Uint32Array;
  /** Index into the contract's bands of activity, as of the latest `setTime`. */
  band: Uint8Array;
}

export interface Pool {
  readonly columns: Columns;
  /** Every cell that a candidate stands in, by the number in `columns.cell`. */
  readonly cells: readonly string[];
  readonly ids: readonly string[];
  /** How many people are in it. */
  readonly size: number;
  /** Adds or replaces. */
  put(candidate: Candidate): void;
  remove(id: string): void;
  slotOf(id: string): number | undefined;
  /** Puts everybody in the band of activity that this time gives, in minutes since 1970. */
  setTime(now: number): void;
}

/** Minutes after which somebody falls out of each band but the last. */
const bandMinutes = [1, 60, 24 * 60, 7 * 24 * 60] as const;

function bandOf(minutesAgo: number): number {
  const band = bandMinutes.findIndex((limit) => minutesAgo <= limit);
  return band < 0 ? bandMinutes.length : band;
}

const makeColumns = (size: number): Columns => ({
  length: 0,
  age: new Uint8Array(size),
  ageMin: new Uint8Array(size),
  ageMax: new Uint8Array(size),
  cell: new Uint32Array(size),
  interests: new Uint8Array(size),
  lifestyle: new Uint16Array(size),
  goals: new Uint8Array(size),
  seen: new Uint32Array(size),
  band: new Uint8Array(size),
});

/** Candidates in columns of numbers: a pass over a hundred thousand of them stays in the processor's cache lines. */
export function createPool(): Pool {
  let columns = makeColumns(1_024);
  const cells: string[] = [];
  const cellNumbers = new Map<string, number>();
  const ids: string[] = [];
  const slots = new Map<string, number>();
  const free: number[] = [];
  let time = 0;

  function grow(): void {
    const larger = makeColumns(columns.age.length * 2);
    for (const name of ['age', 'ageMin', 'ageMax', 'cell', 'interests', 'lifestyle', 'goals', 'seen', 'band'] as const)
      larger[name].set(columns[name]);
    larger.length = columns.length;
    columns = larger;
  }

  function numberOfCell(cell: string): number {
    const known = cellNumbers.get(cell);
    if (known !== undefined) return known;
    cellNumbers.set(cell, cells.length);
    return cells.push(cell) - 1;
  }

  function newSlot(): number {
    const reused = free.pop();
    if (reused !== undefined) return reused;
    if (columns.length === columns.age.length) grow();
    return columns.length++;
  }

  return {
    get columns() {
      return columns;
    },
    get size() {
      return slots.size;
    },
    cells,
    ids,
    slotOf: (id) => slots.get(id),
    put(candidate) {
      const slot = slots.get(candidate.id) ?? newSlot();
      slots.set(candidate.id, slot);
      ids[slot] = candidate.id;
      columns.age[slot] = candidate.age;
      columns.ageMin[slot] = candidate.ageMin;
      columns.ageMax[slot] = candidate.ageMax;
      columns.cell[slot] = numberOfCell(candidate.cell);
      columns.interests[slot] = candidate.interests;
      columns.lifestyle[slot] = candidate.lifestyle;
      columns.goals[slot] = candidate.goals;
      columns.seen[slot] = candidate.seen;
      columns.band[slot] = bandOf(time - candidate.seen);
    },
    remove(id) {
      const slot = slots.get(id);
      if (slot === undefined) return;
      slots.delete(id);
      columns.age[slot] = 0;
      free.push(slot);
    },
    setTime(now) {
      time = now;
      const { seen, band, length } = columns;
      for (let slot = 0; slot < length; slot++) band[slot] = bandOf(now - (seen[slot] as number));
    },
  };
}
