interface Part {
  /** What the sources would say if they used it; a test looks for it. */
  sign: RegExp;
  /** Functions on everybody's way, which do nothing for those who do not use the part. */
  quiet?: readonly string[];
  /** Functions that nobody else reaches; they throw, should that ever be wrong. */
  never?: readonly string[];
}

/** Parts of react-dom's client that this app does not use: a sixth of what the first visit would load. */
export const unusedParts: Record<string, Part> = {
  'view transitions': {
    sign: /\bViewTransition\b|\baddTransitionType\b/,
    quiet: [
      'commitDeletedPairViewTransitions',
      'commitEnterViewTransitions',
      'commitExitViewTransitions',
      'commitNestedViewTransitions',
      'measureNestedViewTransitions',
      'restoreEnterOrExitViewTransitions',
      'restoreNestedViewTransitions',
      'restoreViewTransitionOnHostInstances',
      'trackEnterViewTransitions',
    ],
    never: [
      'ViewTransitionPseudoElement',
      'applyViewTransitionName',
      'applyViewTransitionToHostInstances',
      'commitAfterMutationEffectsOnFiber',
      'commitAppearingPairViewTransitions',
      'createViewTransitionInstance',
      'getViewTransitionClassName',
      'getViewTransitionName',
      'restoreViewTransitionName',
      'scheduleViewTransitionEvent',
      'startViewTransition',
    ],
  },
  'refs on fragments': {
    sign: /<Fragment [^>]*\bref=/,
    quiet: [
      'commitFragmentInstanceDeletionEffects',
      'commitFragmentInstanceInsertionEffects',
      'commitNewChildToFragmentInstances',
      'isFragmentInstanceHostBoundary',
      'isFragmentInstanceParent',
    ],
  },
  'parts of the head and body of the page, and what a screen waits for before it is shown': {
    sign: /<(html|head|body|title|link|meta|script|style)[\s>]/,
    quiet: [
      'accumulateSuspenseyCommitOnFiber',
      'getHoistableRoot',
      'isHostHoistableType',
      'maySuspendCommit',
      'waitForCommitToBeReady',
    ],
    never: [
      'acquireResource',
      'clearSingletonPreambleContribution',
      'commitHostSingletonAcquisition',
      'createHoistableInstance',
      'getHydratableHoistableCache',
      'getResource',
      'getResourcesFromRoot',
      'insertStylesheet',
      'mountHoistable',
      'preloadResourceAndSuspendIfNeeded',
      'releaseSingletonInstance',
      'resolveSingletonInstance',
      'suspendInstance',
      'suspendResource',
    ],
  },
  'hints to the browser': {
    sign: /\b(preconnect|prefetchDNS|preinit\w*|preload\w*)\b.*from 'react-dom'/,
    never: [
      'preconnect',
      'prefetchDNS',
      'preinitModuleScript',
      'preinitScript',
      'preinitStyle',
      'preload',
      'preloadModule',
    ],
  },
  'form actions and what is shown before it is true': {
    sign: /\buse(ActionState|FormStatus|Optimistic|Transition)\b|\brequestFormReset\b|\bstartTransition\b|<form [^>]*\baction=\{/,
    quiet: ['recursivelyResetForms'],
    never: [
      'TransitionAwareHostComponent',
      'coerceFormActionProp',
      'dispatchOptimisticSetState',
      'ensureFormComponentIsStateful',
      'mountActionState',
      'requestFormReset',
      'requestFormReset$1',
      'rerenderActionState',
      'startHostTransition',
      'updateActionState',
      'updateActionStateImpl',
      'updateOptimisticImpl',
    ],
  },
  'activities and lists of suspense': {
    sign: /import .*\b(Activity|SuspenseList)\b.* from 'react'/,
    never: [
      'cutOffTailIfNeeded',
      'findLastContentRow',
      'initSuspenseListRenderState',
      'mountActivityChildren',
      'reverseChildren',
      'updateActivityComponent',
      'updateSuspenseListComponent',
    ],
  },
  'custom elements': { sign: /<[a-z]+-[a-z]/, quiet: ['isCustomElement'], never: ['setPropOnCustomElement'] },
  'the stack of components in an error': { sign: /\bcomponentStack\b/, quiet: ['getStackByFiberInDevAndProd'] },
  'hooks of the compiler, and events of effects': {
    sign: /\buseEffectEvent\b|compiler-runtime/,
    never: ['updateEvent', 'useEffectEventImpl', 'useMemoCache'],
  },
  'events before input, of composition and of selection': {
    sign: /\bon(BeforeInput|Composition(Start|Update|End)|Select)(Capture)?=/,
  },
};

/**
 * Takes out of react-dom's production client what serves only `unusedParts`, and the names of attributes that occur
 * nowhere in `words`, the text of all sources. Throws when React's text is no longer as this expects.
 */
export function withoutUnused(code: string, words: string): string {
  const change = (from: RegExp, to: string | ((all: string, name: string) => string)) => {
    if (code.search(from) < 0) throw new Error(`react-dom has changed: nothing matches ${from}`);
    code = code.replace(from, to as string);
  };
  const empty = (name: string, body: string) =>
    change(
      new RegExp(`^function ${name.replace('$', '\\$')}\\([\\s\\S]*?^}`, 'm'),
      () => `function ${name}() { ${body} }`,
    );
  for (const { quiet = [], never = [] } of Object.values(unusedParts)) {
    for (const name of quiet) empty(name, 'return null;');
    for (const name of never) empty(name, 'leftOut();');
  }
  code += '\nfunction leftOut() { throw Error("left out of this build of React"); }\n';
  change(/^(?:FragmentInstance|ViewTransitionPseudoElement)\.prototype\.\w+ = function[\s\S]*?^};\n/gm, '');
  // Never set, now that nothing sets it.
  change(/(?<![\w$.]|var )shouldStartViewTransition = !1/g, '!1');
  change(/(?<![\w$.]|var )shouldStartViewTransition(?![\w$]| =)/g, '!1');
  // Selection, composition, input to come and forms with an action: the last of the plugins for events.
  change(
    /^ {6}handleEventFunc = targetInst \? getNodeFromInstance\(targetInst\) : window;\n[\s\S]*?^ {6}extractEvents\$1\([\s\S]*?^ {6}\);\n/m,
    '',
  );
  // Every browser this app runs in has these events, by these names.
  change(/(?<![\w$.]|var )isInputEventSupported(?![\w$]| =)/g, '!0');
  change(
    /^function getVendorPrefixedEventName\([\s\S]*?^}/m,
    'function getVendorPrefixedEventName(name) { return name; }',
  );
  const known = new Set(words.match(/[\w-]+/g));
  change(/^ {4}\["([\w-]+)", "[\w:-]+"\],?\n/gm, (row, name) => (known.has(name) ? row : ''));
  return code;
}
