import { i18n } from '@lingui/core';
import { compileMessage } from '@lingui/message-utils/compileMessage';
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { changeIncognito } from '../../lib/incognito.ts';
import { isScreenshotKey, startScreenGuard } from './screen-guard.ts';

beforeAll(() => {
  i18n.setMessagesCompiler(compileMessage);
  i18n.loadAndActivate({ locale: 'en', messages: {} });
  startScreenGuard();
});
beforeEach(() => changeIncognito({ isEnabled: true, disableScreenshots: true }));

const press = (key: string, more: KeyboardEventInit = {}) => {
  const event = new KeyboardEvent('keydown', { key, cancelable: true, ...more });
  window.dispatchEvent(event);
  return event.defaultPrevented;
};
const menu = () => {
  const event = new Event('contextmenu', { cancelable: true, bubbles: true });
  document.body.dispatchEvent(event);
  return event.defaultPrevented;
};
const overlay = () => document.querySelector('[data-slot=screenshot-blocked]');

describe('keys of screenshots', () => {
  it.each([
    [{ key: 'PrintScreen' }, true],
    [{ metaKey: true, shiftKey: true, code: 'Digit4' }, true],
    [{ metaKey: true, shiftKey: true, code: 'KeyS' }, true],
    [{ ctrlKey: true, shiftKey: true, code: 'KeyS' }, true],
    [{ ctrlKey: true, code: 'KeyP' }, true],
    [{ key: 's', code: 'KeyS' }, false],
    [{ ctrlKey: true, code: 'KeyS' }, false],
    [{ shiftKey: true, code: 'Digit4' }, false],
  ])('%o: %s', (keys, isOne) => expect(isScreenshotKey(new KeyboardEvent('keydown', keys))).toBe(isOne));
});

describe('the guard', () => {
  it('shows the overlay for two seconds', () => {
    vi.useFakeTimers();
    expect(press('PrintScreen')).toBe(true);
    expect(overlay()?.textContent).toContain('Screenshot Blocked');
    vi.advanceTimersByTime(1_999);
    expect(overlay()).not.toBeNull();
    vi.advanceTimersByTime(1);
    expect(overlay()).toBeNull();
    vi.useRealTimers();
  });

  it('blurs when the window loses the focus, and is clear again with it', () => {
    window.dispatchEvent(new Event('blur'));
    expect(document.body.style.filter).toContain('blur');
    window.dispatchEvent(new Event('focus'));
    expect(document.body.style.filter).toBe('');
  });

  it('blocks the context menu', () => expect(menu()).toBe(true));

  it('does nothing while incognito or the setting is off, and lets go at once', () => {
    window.dispatchEvent(new Event('blur'));
    changeIncognito({ isEnabled: false });
    expect(document.body.style.filter).toBe('');
    for (const off of [{ isEnabled: false }, { isEnabled: true, disableScreenshots: false }]) {
      changeIncognito(off);
      window.dispatchEvent(new Event('blur'));
      expect([document.body.style.filter, press('PrintScreen'), menu(), overlay()]).toEqual(['', false, false, null]);
    }
  });
});
