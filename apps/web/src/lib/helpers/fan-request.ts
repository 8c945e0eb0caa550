import { createStore } from '../store.ts';

/** The person whose card a creator asked for; the screen shows it. */
export const fanRequest = createStore<string | null>(null);
