import { ApiError } from '@vlam/contract/client';
import { describe, expect, it, vi } from 'vitest';
import { render, settle } from '../../../test/render.tsx';
import { useIntent } from './idempotency.ts';

type Call = (input: { id: string }, key: string) => Promise<string>;

async function mount(call: Call) {
  function Pay() {
    const pay = useIntent({ call });
    return (
      <button type="button" onClick={() => pay.mutate({ id: 'one' })}>
        Pay
      </button>
    );
  }
  return render(<Pay />);
}
const keysOf = (call: ReturnType<typeof vi.fn<Call>>) => call.mock.calls.map(([, key]) => key);

describe('an intent that costs money', () => {
  it('is sent once when tapped twice; a later intent gets its own key', async () => {
    let answer: (text: string) => void = () => undefined;
    const call = vi.fn<Call>(() => new Promise((done) => (answer = done)));
    const screen = await mount(call);
    await screen.press('Pay');
    await screen.press('Pay');
    expect(call).toHaveBeenCalledTimes(1);
    answer('paid');
    await settle();
    await screen.press('Pay');
    expect(new Set(keysOf(call)).size).toBe(2);
    answer('paid');
    await settle();
    screen.unmount();
  });

  it('keeps its key after network and server errors, and drops it after a decision', async () => {
    const refusal = (status: number, code: string) => new ApiError(status, JSON.stringify({ code, message: '' }), '');
    const call = vi
      .fn<Call>()
      .mockRejectedValueOnce(new TypeError('Failed to fetch'))
      .mockRejectedValueOnce(refusal(503, 'UNAVAILABLE'))
      .mockRejectedValueOnce(refusal(409, 'REQUEST_IN_PROGRESS'))
      .mockRejectedValueOnce(refusal(409, 'PAYMENT_PENDING'))
      .mockRejectedValueOnce(refusal(402, 'INSUFFICIENT_CREDITS'))
      .mockResolvedValue('paid');
    const screen = await mount(call);
    for (let tap = 0; tap < 6; tap++) {
      await screen.press('Pay');
      await settle();
    }
    const [first, second, third, fourth, fifth, sixth] = keysOf(call);
    expect([second, third, fourth, fifth]).toEqual([first, first, first, first]);
    expect(sixth).not.toBe(first);
    screen.unmount();
  });
});
