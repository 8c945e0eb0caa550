import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { render, settle } from '../../test/render.tsx';
import {
  announce,
  joinTopic,
  liveStore,
  onEvent,
  onResume,
  topicStore,
  useLiveInterval,
  useLiveOrPoll,
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
  it('reach everybody who listens, until they stop', () => {
    const [first, second] = [vi.fn(), vi.fn()];
    const stop = onEvent('balance.changed', first);
    const stopSecond = onEvent('balance.changed', second);
    announce('balance.changed', balance);
    stop();
    announce('balance.changed', balance);
    stopSecond();
    expect(first.mock.calls).toEqual([[balance]]);
    expect(second).toHaveBeenCalledTimes(2);
  });

  it('a handler that stops another while being told disturbs nobody', () => {
    const told: string[] = [];
    const stopFirst = onResume(() => {
      told.push('first');
      stopFirst();
    });
    const stopSecond = onResume(() => told.push('second'));
    announce('');
    announce('');
    stopSecond();
    expect(told).toEqual(['first', 'second', 'second']);
  });
});

it('a topic is wanted for as long as anybody wants it', () => {
  const leave = joinTopic('discovery');
  const leaveAgain = joinTopic('discovery');
  leave();
  expect(topicStore.get()).toEqual(['discovery']);
  leaveAgain();
  expect(topicStore.get()).toEqual([]);
});

describe('a part of a screen that is kept up to date', () => {
  async function mount(read: () => void) {
    function Part() {
      useLiveOrPoll({ event: 'discovery.changed', topic: 'discovery', everyMs: 10_000 }, read);
      return <output>{String(useLiveInterval(10_000))}</output>;
    }
    return render(<Part />);
  }

  it('asks again by the clock only without a socket and only while somebody looks', async () => {
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

  it('reads with each event, and after each gap', async () => {
    const read = vi.fn();
    const screen = await mount(read);
    expect(topicStore.get()).toEqual(['discovery']);
    announce('discovery.changed', {});
    announce('');
    expect(read).toHaveBeenCalledTimes(2);
    screen.unmount();
    announce('discovery.changed', {});
    expect(read).toHaveBeenCalledTimes(2);
  });
});
