import { i18n } from '@lingui/core';
import { compileMessage } from '@lingui/message-utils/compileMessage';
import { I18nProvider } from '@lingui/react';
import { QueryClientProvider } from '@tanstack/react-query';
import { act, type ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import { createQueryClient } from '../src/lib/query.ts';

(globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }).IS_REACT_ACT_ENVIRONMENT = true;

export interface Rendered {
  box: HTMLElement;
  /** The control of that name. */
  field(name: string): HTMLInputElement;
  /** Types into, or chooses from, the control of that name. */
  fill(name: string, value: string): Promise<void>;
  /** Presses the button whose text or label holds the words. */
  press(text: string): Promise<void>;
  /** Sends the form and waits for what follows. */
  submit(): Promise<void>;
  unmount(): void;
}

/** Waits until answers already under way have reached the screen. */
export const settle = () => act(() => new Promise((done) => setTimeout(done, 20)));

/** Renders in English inside the providers a screen needs. */
export async function render(children: ReactNode): Promise<Rendered> {
  // The build compiles texts; here that is left to the moment they are shown.
  i18n.setMessagesCompiler(compileMessage);
  i18n.loadAndActivate({ locale: 'en', messages: {} });
  const box = document.body.appendChild(document.createElement('div'));
  const root = createRoot(box);
  const client = createQueryClient(() => undefined);
  await act(async () =>
    root.render(
      <I18nProvider i18n={i18n}>
        <QueryClientProvider client={client}>{children}</QueryClientProvider>
      </I18nProvider>,
    ),
  );
  await settle();
  const field = (name: string) => {
    const found = box.querySelector<HTMLInputElement>(`[name="${name}"]`);
    if (!found) throw new Error(`no control named ${name}`);
    return found;
  };
  return {
    box,
    field,
    fill: (name, value) =>
      act(async () => {
        const control = field(name);
        // React listens to the setter of the element, so the value goes through that of its class.
        Object.getOwnPropertyDescriptor(Object.getPrototypeOf(control), 'value')?.set?.call(control, value);
        control.dispatchEvent(new Event(control.tagName === 'SELECT' ? 'change' : 'input', { bubbles: true }));
      }),
    async press(text) {
      const button = [...box.querySelectorAll<HTMLElement>('button, a')].find(
        (each) => each.textContent?.includes(text) || each.getAttribute('aria-label')?.includes(text),
      );
      if (!button) throw new Error(`no button says ${text}`);
      await act(async () => button.click());
      await settle();
    },
    async submit() {
      await act(async () => box.querySelector('form')?.requestSubmit());
      await settle();
    },
    unmount() {
      act(() => root.unmount());
      box.remove();
    },
  };
}

type Answer = { status: number; body?: unknown } | Error;

/** Puts a server of our own in place of `fetch`; the calls made are in the list it answers. */
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
