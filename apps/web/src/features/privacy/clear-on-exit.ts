import { incognitoStore, inEffect } from '../../lib/incognito.ts';
import { countWaiting } from '../../lib/offline-credits.ts';
import { clearButWaiting } from './device-data.ts';

export interface ExitPorts {
  /** Sends messages and purchases that wait; resolves when no more can be sent now. */
  sendWaiting(): Promise<void>;
  /** Deletes saved conversations, and what this tab remembers of other screens. */
  forget(): Promise<void>;
  /** Shows the first screen in place of this one. */
  goHome(): void;
  /** Whether messages wait on this device. */
  hasMessages(): boolean;
}

const isOn = () => inEffect(incognitoStore.get()).clearOnExit;

/**
 * When the page is hidden or left: clears at once, because a phone may end the page without another word, and sends
 * what waits. What cannot be sent stays until it is sent.
 */
export function startClearOnExit(ports: ExitPorts): void {
  const leave = () => {
    clearButWaiting();
    ports.goHome();
  };
  document.addEventListener('visibilitychange', () => {
    if (!isOn() || document.visibilityState !== 'hidden') return;
    leave();
    void ports
      .sendWaiting()
      .then(ports.forget)
      .catch(() => undefined)
      .then(() => {
        if (isOn()) clearButWaiting();
      });
  });
  addEventListener('pagehide', () => {
    if (isOn()) leave();
  });
  addEventListener('beforeunload', (event) => {
    if (!isOn() || (countWaiting() === 0 && !ports.hasMessages())) return;
    // The browser asks in its own words.
    event.preventDefault();
    void ports.sendWaiting();
  });
}
