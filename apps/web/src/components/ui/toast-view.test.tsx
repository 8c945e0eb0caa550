import { i18n } from '@lingui/core';
import { I18nProvider } from '@lingui/react';
import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { openModals } from '../../lib/modals.ts';
import { toast, toastQueue } from '../../lib/toast.ts';
import { ToastView } from './toast-view.tsx';

let root: Root;
let container: HTMLElement;
const show = () =>
  act(() =>
    root.render(
      <I18nProvider i18n={i18n}>
        <ToastView queue={toastQueue.get()} />
      </I18nProvider>,
    ),
  );
const message = () => document.querySelector('.rise');
const wait = (ms: number) => act(() => vi.advanceTimersByTime(ms));
const point = (type: string, moved = 0) =>
  act(() => {
    message()?.dispatchEvent(
      Object.assign(new Event(type, { bubbles: true }), { movementX: moved, movementY: 0, pointerType: 'mouse' }),
    );
  });

beforeEach(() => {
  vi.useFakeTimers();
  // APIs missing in the test's DOM.
  Object.assign(HTMLElement.prototype, { showPopover: () => undefined, hidePopover: () => undefined });
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
  i18n.loadAndActivate({ locale: 'en', messages: {} });
  container = document.body.appendChild(document.createElement('div'));
  root = createRoot(container);
  toast({ title: 'Saved' });
});
afterEach(() => {
  act(() => root.unmount());
  container.remove();
  toastQueue.set([]);
  openModals.set([]);
  vi.useRealTimers();
});

describe('a toast', () => {
  it('closes after its time under a pointer that does not move', () => {
    show();
    point('pointerover');
    point('pointermove', 0);
    wait(5_000);
    expect(toastQueue.get()).toEqual([]);
  });

  it('stays as long as it was asked to', () => {
    toastQueue.set([]);
    toast({ title: 'Flame sent', stayMs: 10_000 });
    show();
    wait(9_900);
    expect(toastQueue.get()).toHaveLength(1);
    wait(100);
    expect(toastQueue.get()).toEqual([]);
  });

  it('restarts its time when a pointer moves over it', () => {
    show();
    wait(4_000);
    point('pointermove', 3);
    wait(4_000);
    expect(toastQueue.get()).toHaveLength(1);
    wait(1_000);
    expect(toastQueue.get()).toEqual([]);
  });

  it('is inside the topmost open dialog, and outside once that has closed', () => {
    const [lower, upper] = ['lower', 'upper'].map((id) =>
      Object.assign(document.body.appendChild(document.createElement('dialog')), { id, open: true }),
    );
    openModals.set([lower, upper].filter((each) => each !== undefined));
    show();
    expect(message()?.closest('dialog')?.id).toBe('upper');
    upper?.remove();
    act(() => openModals.set((open) => [...open]));
    expect(message()?.closest('dialog')?.id).toBe('lower');
    lower?.remove();
    act(() => openModals.set([]));
    expect(message()?.closest('dialog')).toBe(null);
  });
});
