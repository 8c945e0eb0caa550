import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { render, settle } from '../../test/render.tsx';
import {
  emitEvent,
  joinTopic,
  liveStore,
  onEvent,
  onSocketOpen,
  topicStore,
  useLiveOrPoll,
  usePollInterval,
} from './realtime.ts';

const balance = { balance: 5, promotional: 1 };
const hide = (hidden: boolean) =>
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(hidden ? 'hidden' : 'visible');

beforeEach(() => {
  hide(false);
});
afterEach(() => {
  liveStore.set(false);
  vi.useRealTimers();
  vi.restoreAllMocks();
});

describe('events', () => {
  it('reach every listener until it unsubscribes', () => {
    const [first, second] = [vi.fn(), vi.fn()];
    const stop = onEvent('balance.changed', first);
    const stopSecond = onEvent('balance.changed', second);
    emitEvent('balance.changed', balance);
    stop();
    emitEvent('balance.changed', balance);
    stopSecond();
    expect(first.mock.calls).toEqual([[balance]]);
    expect(second).toHaveBeenCalledTimes(2);
  });

  it('reach the remaining handlers when one unsubscribes another', () => {
    const calls: string[] = [];
    const stopFirst = onSocketOpen(() => {
      calls.push('first');
      stopFirst();
    });
    const stopSecond = onSocketOpen(() => calls.push('second'));
    emitEvent('');
    emitEvent('');
    stopSecond();
    expect(calls).toEqual(['first', 'second', 'second']);
  });
});

it('a topic stays joined until its last subscriber leaves', () => {
  const leave = joinTopic('discovery');
  const leaveSecond = joinTopic('discovery');
  leave();
  expect(topicStore.get()).toEqual(['discovery']);
  leaveSecond();
  expect(topicStore.get()).toEqual([]);
});

describe('useLiveOrPoll', () => {
  async function mount(read: () => void) {
    function Part() {
      useLiveOrPoll({ event: 'discovery.changed', topic: 'discovery', everyMs: 10_000 }, read);
      return <output>{String(usePollInterval(10_000))}</output>;
    }
    return render(<Part />);
  }

  it('polls only without a socket and only while the tab is visible', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    const read = vi.fn();
    const screen = await mount(read);
    vi.advanceTimersByTime(30_000);
    expect(read).toHaveBeenCalledTimes(3);
    hide(true);
    vi.advanceTimersByTime(30_000);
    expect(read).toHaveBeenCalledTimes(3);
    hide(false);
    liveStore.set(true);
    await settle();
    vi.advanceTimersByTime(60_000);
    expect(read).toHaveBeenCalledTimes(3);
    screen.unmount();
    expect(topicStore.get()).toEqual([]);
  });

  it('calls read on each event and after each reconnect', async () => {
    const read = vi.fn();
    const screen = await mount(read);
    expect(topicStore.get()).toEqual(['discovery']);
    emitEvent('discovery.changed', {});
    emitEvent('');
    expect(read).toHaveBeenCalledTimes(2);
    screen.unmount();
    emitEvent('discovery.changed', {});
    expect(read).toHaveBeenCalledTimes(2);
  });
});
