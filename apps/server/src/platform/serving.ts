/** Whether this process should be given work; `/readyz` answers it. */
export interface Serving {
  readonly state: 'starting' | 'serving' | 'draining';
  /** Its preparation has ended. Does nothing once it drains. */
  begin(): void;
  /** It is going down: what is under way is finished, nothing new should come. */
  drain(): void;
}

export function createServing(): Serving {
  let state: Serving['state'] = 'starting';
  return {
    get state() {
      return state;
    },
    begin() {
      if (state === 'starting') state = 'serving';
    },
    drain() {
      state = 'draining';
    },
  };
}
