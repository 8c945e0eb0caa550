import { type ComponentType, createElement, lazy, useState } from 'react';
import href from '../styles/app.css?url';

let loading: Promise<void> | undefined;

/** The first page carries only the styles of shell and home; every other screen waits here for the whole sheet. */
export function allStyles(): Promise<void> {
  // A page opened at another screen carries the whole sheet from the start.
  const first = document.querySelector('link[data-first]');
  if (!first) return Promise.resolve();
  loading ??= new Promise((settled) => {
    const whole = document.createElement('link');
    whole.rel = 'stylesheet';
    whole.href = href;
    whole.onload = () => settled();
    whole.onerror = () => {
      loading = undefined;
      whole.remove();
      settled();
    };
    first.after(whole);
  });
  return loading;
}

let attempt = 0;
/** Lets parts whose code did not arrive ask for it anew when they are next drawn: React remembers a failure. */
export function tryAgain(): void {
  attempt += 1;
}

/**
 * A component whose code loads when it is first drawn. Once here it is drawn directly, so that no fallback flashes;
 * `loaded` answers it when its code came by another way.
 */
export function lazily<Props>(
  load: () => Promise<ComponentType<Props>>,
  loaded?: () => ComponentType<Props> | undefined,
): ComponentType<Props> {
  let here: ComponentType<Props> | undefined;
  let made: ComponentType<Props> | undefined;
  let madeAt = attempt;
  const choose = (): ComponentType<Props> => {
    here ??= loaded?.();
    if (here) return here;
    if (!made || madeAt !== attempt) {
      madeAt = attempt;
      made = lazy(async () => {
        here = await load();
        return { default: here as ComponentType<unknown> };
      }) as ComponentType<Props>;
    }
    return made;
  };
  return (props) => {
    // Chosen once: another choice while it is on the screen would throw its state away.
    const [Part] = useState(choose);
    return createElement(Part as ComponentType<object>, props as object);
  };
}

/** A part of the shell that loads when it is first opened, and with it the styles that only it needs. */
export function lazyPart<Props>(load: () => Promise<ComponentType<Props>>): ComponentType<Props> {
  return lazily(() => Promise.all([load(), allStyles()]).then(([part]) => part));
}
