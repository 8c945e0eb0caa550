import { type ComponentType, lazy } from 'react';

let loading: Promise<void> | undefined;

/** The first page carries only the styles of shell and home; every other screen waits here for the whole sheet. */
export function allStyles(): Promise<void> {
  const first = document.querySelector<HTMLLinkElement>('link[data-all]');
  const href = first?.dataset.all;
  if (!first || !href) return Promise.resolve();
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

/** A part of the shell that loads when it is first opened, and with it the styles that only it needs. */
export function lazyPart<Props>(load: () => Promise<ComponentType<Props>>) {
  return lazy(async () => {
    const [part] = await Promise.all([load(), allStyles()]);
    return { default: part as ComponentType<unknown> };
  }) as ComponentType<Props>;
}
