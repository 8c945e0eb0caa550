import { useState } from 'react';
import { expect, it } from 'vitest';
import { render, settle } from '../../../test/render.tsx';
import { Button } from './button.tsx';

/** Simulates a browser that removes the focus of a disabled control. */
function loseFocus() {
  const link = document.querySelector('a');
  link?.focus();
  link?.blur();
}

function Saving({ answer }: { answer: Promise<void> }) {
  const [busy, setBusy] = useState(false);
  const save = () => {
    setBusy(true);
    setTimeout(loseFocus);
    void answer.then(() => setBusy(false));
  };
  return (
    <>
      <Button busy={busy} onClick={save}>
        Save
      </Button>
      <a href="/elsewhere">Elsewhere</a>
    </>
  );
}

async function saving(
  whileBusy: (container: HTMLElement) => void = () => undefined,
): Promise<string | null | undefined> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const screen = await render(<Saving answer={promise} />);
  screen.container.querySelector('button')?.focus();
  await screen.press('Save');
  await settle();
  expect(document.activeElement).toBe(document.body);
  whileBusy(screen.container);
  resolve();
  await settle();
  const focused = document.activeElement?.textContent;
  screen.unmount();
  return focused;
}

it('a busy button gets its focus back', async () => {
  expect(await saving()).toBe('Save');
});

it('leaves focus where it has moved while busy', async () => {
  expect(await saving((container) => container.querySelector('a')?.focus())).toBe('Elsewhere');
});
