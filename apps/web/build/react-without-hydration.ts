/** Functions that only run for markup a server rendered. None is ever reached by a page whose root is created empty. */
const forHydration = [
  'attemptExplicitHydrationTarget',
  'attemptReplayContinuousQueuedEvent',
  'canHydrateHydrationBoundary',
  'canHydrateInstance',
  'canHydrateTextInstance',
  'clearIfContinuousEvent',
  'getNextHydratable',
  'getNextHydratableInstanceAfterHydrationBoundary',
  'prepareToHydrateHostInstance',
  'queueIfContinuousEvent',
  'replayUnblockedEvents',
  'retryDehydratedSuspenseBoundary',
  'retryIfBlockedOn',
  'throwOnHydrationMismatch',
  'updateDehydratedSuspenseComponent',
  'upgradeHydrationErrorsToRecoverable',
];

/** `state.dehydrated`, read: the markup a boundary waits for. There never is any. */
const dehydrated = /(?<![\w$.])[\w$]+(?:\.[\w$]+)*\.(dehydrated|isDehydrated)\b(?! =[^=])/g;

/**
 * Takes hydration out of react-dom's production client: the app starts from an empty root, and a twentieth of what the
 * first visit loads would be code that cannot run. Every step states a fact (`isHydrating` is false, nothing is
 * dehydrated) and the bundler drops what follows from it. Throws when React's text is no longer as this expects.
 */
export function withoutHydration(code: string): string {
  const change = (from: RegExp, to: string | ((all: string, name: string) => string)) => {
    if (code.search(from) < 0) throw new Error(`react-dom has changed: nothing matches ${from}`);
    code = code.replace(from, to as string);
  };
  for (const name of forHydration)
    change(new RegExp(`^function ${name}\\([\\s\\S]*?^}`, 'm'), `function ${name}() { return null; }`);
  change(/^exports\.hydrateRoot = function[\s\S]*?^};\n/m, '');
  change(/^ReactDOMHydrationRoot\.prototype\.unstable_scheduleHydration = function[\s\S]*?^};\n/m, '');
  change(/^ReactDOMHydrationRoot\.prototype\.\w+ = (?=ReactDOMRoot)/gm, '');
  // A parameter of the same name, which says something else.
  change(/^function initInput\([\s\S]*?^}/m, (all) => all.replaceAll('isHydrating', 'hydrating'));
  change(/^ {2}isHydrating = !1,\n/m, '');
  change(/(?<![\w$.])isHydrating = (![01])/g, '$1');
  change(/(?<![\w$.])isHydrating(?![\w$])/g, '!1');
  change(/(?<!function )\bpopHydrationState\([\w$]+\)/g, '!1');
  change(dehydrated, (_all, name) => (name === 'dehydrated' ? 'null' : '!1'));
  return code;
}
