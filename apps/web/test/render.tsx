import { i18n } from '@lingui/core';
import { I18nProvider } from '@lingui/react';
import { QueryClientProvider } from '@tanstack/react-query';
import { act, type ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import { afterAll } from 'vitest';
import { createQueryClient } from '../src/lib/query.ts';
import { speakEnglish } from './english.ts';

(globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }).IS_REACT_ACT_ENVIRONMENT = true;

// A component that a file leaves behind would go on calling, into the next file's list of calls.
const leftovers = new Set<() => void>();
afterAll(() => {
  for (const unmount of leftovers) unmount();
});

export interface Rendered {
  container: HTMLElement;
  /** The control with this `name`; throws without one. */
  field(name: string): HTMLInputElement;
  /** Sets the value of the control with this `name`. */
  fill(name: string, value: string): Promise<void>;
  /** Clicks the button or link whose text or label contains `text`. */
  press(text: string): Promise<void>;
  /** Submits the form and waits for its effects. */
  submit(): Promise<void>;
  unmount(): void;
}

/** Waits 20 ms, until pending responses are rendered. */
export const settle = () => act(() => new Promise((done) => setTimeout(done, 20)));

/** Renders in English, inside the providers a screen needs. */
export async function render(children: ReactNode): Promise<Rendered> {
  speakEnglish();
  const container = document.body.appendChild(document.createElement('div'));
  const root = createRoot(container);
  const client = createQueryClient(() => undefined);
  await act(async () =>
    root.render(
      <I18nProvider i18n={i18n}>
        <QueryClientProvider client={client}>{children}</QueryClientProvider>
      </I18nProvider>,
    ),
  );
  await settle();
  const unmount = () => {
    leftovers.delete(unmount);
    act(() => root.unmount());
    void client.cancelQueries();
    client.clear();
    container.remove();
  };
  leftovers.add(unmount);
  const field = (name: string) => {
    const found = container.querySelector<HTMLInputElement>(`[name="${name}"]`);
    if (!found) throw new Error(`no control named ${name}`);
    return found;
  };
  return {
    container,
    field,
    fill: (name, value) =>
      act(async () => {
        const control = field(name);
        // React tracks the element's own setter, so the value is set through the prototype's.
        Object.getOwnPropertyDescriptor(Object.getPrototypeOf(control), 'value')?.set?.call(control, value);
        control.dispatchEvent(new Event(control.tagName === 'SELECT' ? 'change' : 'input', { bubbles: true }));
      }),
    async press(text) {
      const button = [...container.querySelectorAll<HTMLElement>('button, a')].find(
        (each) => each.textContent?.includes(text) || each.getAttribute('aria-label')?.includes(text),
      );
      if (!button) throw new Error(`no button contains ${text}`);
      await act(async () => button.click());
      await settle();
    },
    async submit() {
      await act(async () => container.querySelector('form')?.requestSubmit());
      await settle();
    },
    unmount,
  };
}

type Answer = { status: number; body?: unknown } | Error;

/** Replaces `fetch` by canned responses and returns the list of calls. */
export function serve(answers: Record<string, (body: unknown) => Answer>) {
  const calls: { call: string; body: unknown }[] = [];
  globalThis.fetch = async (input, init) => {
    const call = `${init?.method ?? 'GET'} ${String(input)}`;
    const body: unknown = init?.body ? JSON.parse(String(init.body)) : undefined;
    calls.push({ call, body });
    const answer = answers[call]?.(body) ?? { status: 404, body: { code: 'NOT_FOUND', message: 'Not found' } };
    if (answer instanceof Error) throw answer;
    return new Response(answer.body === undefined ? null : JSON.stringify(answer.body), { status: answer.status });
  };
  return calls;
}
