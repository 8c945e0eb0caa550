import { readLocal, writeLocal } from './device.ts';
import { createStore } from './store.ts';

/** How staff see what members reported or sent; kept on the device. Everything is on until they choose otherwise. */
export interface GentleView {
  /** Pictures are blurred until they are asked for. */
  blurred: boolean;
  /** Pictures have no colour until it is asked for. */
  grey: boolean;
  /** Videos begin without sound. */
  muted: boolean;
  /** Minutes of work after which a break is offered; 0 for never. */
  breakMinutes: number;
}

export const breakChoices = [30, 45, 60, 0] as const;
const storageKey = 'gentleView';
const initial: GentleView = { blurred: true, grey: true, muted: true, breakMinutes: 45 };

function read(): GentleView {
  try {
    const stored = JSON.parse(readLocal(storageKey) ?? '{}') as Partial<GentleView>;
    const { breakMinutes } = stored;
    return {
      blurred: stored.blurred !== false,
      grey: stored.grey !== false,
      muted: stored.muted !== false,
      breakMinutes: breakChoices.find((each) => each === breakMinutes) ?? initial.breakMinutes,
    };
  } catch {
    return initial;
  }
}

export const gentleViewStore = createStore(read());

export function setGentleView(change: Partial<GentleView>): void {
  gentleViewStore.set((before) => ({ ...before, ...change }));
  writeLocal(storageKey, JSON.stringify(gentleViewStore.get()));
}
