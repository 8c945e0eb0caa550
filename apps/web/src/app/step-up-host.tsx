import { onStepUp } from '../lib/api.ts';
import { createStore, useStore } from '../lib/store.ts';
import { lazyPart } from '../lib/styles.ts';
import { LazyBoundary } from './shell/lazy-boundary.tsx';

const StepUpSheet = lazyPart(() =>
  import('../features/identity/components/step-up-sheet.tsx').then((module) => module.StepUpSheet),
);

const asked = createStore<PromiseWithResolvers<boolean> | null>(null);
// Calls that are refused together wait for one proof.
onStepUp(() => {
  const waiting = asked.get() ?? Promise.withResolvers<boolean>();
  asked.set(waiting);
  return waiting.promise;
});

function settle(proven: boolean): void {
  asked.get()?.resolve(proven);
  asked.set(null);
}

/** Asks who is there when the server wants a fresh proof; the refused call is then repeated. */
export function StepUpHost() {
  if (!useStore(asked)) return null;
  return (
    <LazyBoundary close={() => settle(false)}>
      <StepUpSheet onSettled={settle} />
    </LazyBoundary>
  );
}
