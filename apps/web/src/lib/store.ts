import { useSyncExternalStore } from 'react';

export interface Store<Value> {
  get(): Value;
  set(next: Value | ((previous: Value) => Value)): void;
  subscribe(listener: () => void): () => void;
}

/** A value outside React; components subscribe with `useStore`. */
export function createStore<Value>(initial: Value): Store<Value> {
  let value = initial;
  const listeners = new Set<() => void>();
  return {
    get: () => value,
    set(next) {
      const nextValue = typeof next === 'function' ? (next as (previous: Value) => Value)(value) : next;
      if (Object.is(nextValue, value)) return;
      value = nextValue;
      for (const listener of listeners) listener();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

export function useStore<Value>(store: Store<Value>): Value {
  return useSyncExternalStore(store.subscribe, store.get);
}
