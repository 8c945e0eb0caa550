import { isCoverId } from '@vlam/contract/rules/covers';
import { ApiError, api } from './api.ts';
import { readLocal, writeLocal } from './device.ts';
import { canActivate, disguiseStore } from './disguise.ts';
import { createStore } from './store.ts';
import { sessionChannel } from './updates.ts';

/** The disguise that this device last gave its member's account, '' for none. Logging out removes it. */
const sentKey = 'cover-sent';

/** Counts what was given, for screens that show it. */
export const sentCoverStore = createStore(0);

let sending = false;
let isSignedOut = false;

const wantedCover = (): string => {
  const settings = disguiseStore.get();
  return canActivate(settings) && isCoverId(settings.selectedDisguise) ? settings.selectedDisguise : '';
};

/**
 * Gives the account the disguise of this device, so that its mails and pushes wear it as long as it is on. The server
 * leaves an account as it is whose member said no.
 */
export async function sendCover(): Promise<void> {
  const wanted = wantedCover();
  if (sending || isSignedOut || wanted === (readLocal(sentKey) ?? '')) return;
  sending = true;
  try {
    await api.setAccountCover({ body: { cover: isCoverId(wanted) ? wanted : null, byDevice: true } });
    writeLocal(sentKey, wanted);
    sentCoverStore.set(sentCoverStore.get() + 1);
  } catch (error) {
    // Without a network the next check tries again.
    isSignedOut = error instanceof ApiError && error.status === 401;
    return;
  } finally {
    sending = false;
  }
  // Another was chosen while this one was sent.
  await sendCover();
}

/** Sends at once, after each change, and for a member who signs in on this device. */
export function watchSentCover(): void {
  disguiseStore.subscribe(() => void sendCover());
  addEventListener('online', () => void sendCover());
  if ('BroadcastChannel' in globalThis)
    new BroadcastChannel(sessionChannel).addEventListener('message', ({ data }) => {
      isSignedOut = data === '';
      void sendCover();
    });
  void sendCover();
}
