import { type ComponentType, createElement, lazy, useState } from 'react';
import href from '../styles/app.css?url';

let loading: Promise<void> | undefined;

/** Loads the full style sheet. The home page links only the styles of shell and home; other screens wait for this. */
export function loadAllStyles(): Promise<void> {
  // Other pages link the full sheet from the start.
  const first = document.querySelector('link[data-first]');
  if (!first) return Promise.resolve();
  loading ??= new Promise((settled) => {
    const fullSheet = document.createElement('link');
    fullSheet.rel = 'stylesheet';
    fullSheet.href = href;
    fullSheet.onload = () => settled();
    fullSheet.onerror = () => {
      loading = undefined;
      fullSheet.remove();
      settled();
    };
    first.after(fullSheet);
  });
  return loading;
}

let attempt = 0;
/** Lets lazy components retry a failed import on their next render; React caches the failure. */
export function retryLazyParts(): void {
  attempt += 1;
}

/**
 * A component whose code loads on its first render. Once loaded it renders without Suspense, so that no fallback
 * flashes. `loaded` returns it when other code has already loaded it.
 */
export function lazyComponent<Props>(
  load: () => Promise<ComponentType<Props>>,
  loaded?: () => ComponentType<Props> | undefined,
): ComponentType<Props> {
  let component: ComponentType<Props> | undefined;
  let lazyWrapper: ComponentType<Props> | undefined;
  let madeAt = attempt;
  const choose = (): ComponentType<Props> => {
    component ??= loaded?.();
    if (component) return component;
    if (!lazyWrapper || madeAt !== attempt) {
      madeAt = attempt;
      lazyWrapper = lazy(async () => {
        component = await load();
        return { default: component as ComponentType<unknown> };
      }) as ComponentType<Props>;
    }
    return lazyWrapper;
  };
  return (props) => {
    // Chosen once: another component type would discard its state.
    const [Part] = useState(choose);
    return createElement(Part as ComponentType<object>, props as object);
  };
}

/** A lazy part of the shell; loads the full style sheet with it. */
export function lazyPart<Props>(load: () => Promise<ComponentType<Props>>): ComponentType<Props> {
  return lazyComponent(() => Promise.all([load(), loadAllStyles()]).then(([part]) => part));
}
