import { setTimeout as sleep } from 'node:timers/promises';
import { callHeartbeatIntervalMs } from '@vlam/contract/rules/calls';
import type { Person } from './people.ts';
import type { Tally } from './tally.ts';

/** Credits a minute that the creators of the load ask. */
export const callRate = 12;
/** Longer than what a call that breaks off gives back. */
const talkMs = 13_000;
const startMs = 20_000;

/** Reports of a page in a call, until it is told to stop. */
function reportAlive(person: Person, callId: string, tally: Tally): () => void {
  const report = async () => {
    const answer = await person.socket
      ?.call('call.alive', { callId, tabId: person.profileId, connected: true })
      .catch((error: Error) => tally.fail('call.alive (socket)', error.message));
    // The other side may have hung up since.
    if (answer && !answer.ok && answer.code !== 'CONFLICT' && answer.code !== 'NOT_FOUND')
      tally.fail('call.alive (socket)', answer.code);
  };
  void report();
  const timer = setInterval(() => void report(), callHeartbeatIntervalMs);
  return () => clearInterval(timer);
}

/** A creator's page that takes every call it is rung for. */
export async function takeCalls(creator: Person, tally: Tally): Promise<void> {
  await creator.browser.api.setCallSettings({ body: { available: true, creditsPerMinute: callRate } });
  let stop = () => {};
  creator.socket?.on('call.ringing', ({ callId }: { callId: string }) => {
    creator.browser.api.acceptCall({ params: { id: callId } }).then(
      () => {
        stop();
        stop = reportAlive(creator, callId, tally);
      },
      // Counted already.
      () => {},
    );
  });
  creator.socket?.on('call.ended', () => stop());
  creator.socket?.on('close', () => stop());
}

/** Rings, talks into a paid minute, hangs up and reads what it cost. */
export async function callCreator(fan: Person, creator: Person, tally: Tally): Promise<void> {
  const { api } = fan.browser;
  const { id } = await api.startCall({
    body: { profileId: creator.profileId, creditsPerMinute: callRate, startNow: true },
  });
  const params = { id };
  let stop = () => {};
  try {
    await tally.time('call: until its first minute', async () => {
      const until = performance.now() + startMs;
      for (let isAlive = false; ; await sleep(300)) {
        const { call } = await api.currentCall();
        if (call?.id !== id) throw new Error('it ended by itself');
        if (call.state === 'active') return;
        if (call.state === 'accepted' && !isAlive) {
          isAlive = true;
          stop = reportAlive(fan, id, tally);
        }
        if (performance.now() > until) throw new Error(`it is still ${call.state}`);
      }
    });
    await sleep(talkMs);
  } finally {
    stop();
    await api.endCall({ params });
  }
  await tally.time('call: paid minute', async () => {
    const { paid } = await api.callReceipt({ params });
    if (paid !== callRate) throw new Error(`it cost ${paid} credits instead of ${callRate}`);
  });
}
