/** A candidate as packed numbers. Masks as in `masks.ts`. */
export interface Candidate {
  id: string;
  age: number;
  /** Ages they prefer. */
  ageMin: number;
  ageMax: number;
  /** The displayed cell. */
  cell: bigint;
  interests: number;
  lifestyle: number;
  goals: number;
  /** Band of the last visit, as an index into the contract's bands. */
  band: number;
}

/** Columns of all candidates. A slot whose age is 0 is empty. */
export interface Columns {
  length: number;
  age: Uint8Array;
  ageMin: Uint8Array;
  ageMax: Uint8Array;
  cell: Uint32Array;
  interests: Uint8Array;
  lifestyle: Uint16Array;
  goals: Uint8Array;
  band: Uint8Array;
}

export interface Pool {
  readonly columns: Columns;
  /** Every cell with a candidate, by the number in `columns.cell`. */
  readonly cells: readonly bigint[];
  readonly ids: readonly string[];
  /** Number of candidates in it. */
  readonly size: number;
  /** Adds or replaces. Returns the slot when anything changed, else null. */
  put(candidate: Candidate): number | null;
  remove(id: string): void;
  slotOf(id: string): number | undefined;
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
  band: new Uint8Array(size),
});

/** Candidates in columns of numbers: a pass over a hundred thousand of them stays in the processor's cache lines. */
export function createPool(): Pool {
  let columns = makeColumns(1_024);
  const cells: bigint[] = [];
  const cellNumbers = new Map<bigint, number>();
  const ids: string[] = [];
  const slots = new Map<string, number>();
  const free: number[] = [];

  function grow(): void {
    const larger = makeColumns(columns.age.length * 2);
    for (const name of ['age', 'ageMin', 'ageMax', 'cell', 'interests', 'lifestyle', 'goals', 'band'] as const)
      larger[name].set(columns[name]);
    larger.length = columns.length;
    columns = larger;
  }

  function numberOfCell(cell: bigint): number {
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
      const known = slots.get(candidate.id);
      const slot = known ?? newSlot();
      slots.set(candidate.id, slot);
      ids[slot] = candidate.id;
      let isNew = known === undefined;
      const write = (column: Uint8Array | Uint16Array | Uint32Array, value: number) => {
        if (column[slot] !== value) isNew = true;
        column[slot] = value;
      };
      write(columns.age, candidate.age);
      write(columns.ageMin, candidate.ageMin);
      write(columns.ageMax, candidate.ageMax);
      write(columns.cell, numberOfCell(candidate.cell));
      write(columns.interests, candidate.interests);
      write(columns.lifestyle, candidate.lifestyle);
      write(columns.goals, candidate.goals);
      write(columns.band, candidate.band);
      return isNew ? slot : null;
    },
    remove(id) {
      const slot = slots.get(id);
      if (slot === undefined) return;
      slots.delete(id);
      columns.age[slot] = 0;
      free.push(slot);
    },
  };
}
