import fc from 'fast-check';
import type { Step } from './model.ts';

export const members = 4;
export interface Schedule {
  /** Messages of the day before the schedule begins. */
  used: number[];
  /** Steps of one moment run concurrently, in the process they name. */
  moments: { step: Step; process: 0 | 1 }[][];
}

const member = fc.integer({ min: 0, max: members - 1 });
const two = fc.tuple(member, member).filter(([one, other]) => one !== other);
/** Few names, so that many messages are repeats. */
const key = fc.integer({ min: 0, max: 5 }).map((n) => `client-${n}`);

const send = fc
  .record({
    who: two,
    key,
    reply: fc.option(fc.record({ of: two, key }), { nil: undefined, freq: 5 }),
    pays: fc.boolean(),
    tooLong: fc.integer({ min: 0, max: 19 }).map((n) => n === 0),
  })
  .map(({ who: [from, to], reply, ...rest }): Step => {
    const replyTo = reply ? { replyTo: `${reply.of[0]} ${reply.of[1]} ${reply.key}` } : {};
    return { kind: 'send', from, to, ...rest, ...replyTo };
  });
const toMany = fc.record({ from: member, key }).map(
  ({ from, key: name }): Step => ({
    kind: 'toMany',
    from,
    to: Array.from({ length: members }, (_, n) => n).filter((n) => n !== from),
    key: `many-${name}`,
  }),
);
const between = (kind: Exclude<Step['kind'], 'send' | 'toMany'>) => two.map(([from, to]): Step => ({ kind, from, to }));

const step = fc.oneof(
  { weight: 14, arbitrary: send },
  { weight: 1, arbitrary: toMany },
  { weight: 1, arbitrary: between('block') },
  { weight: 2, arbitrary: between('unblock') },
  { weight: 1, arbitrary: between('accept') },
  { weight: 1, arbitrary: between('decline') },
  { weight: 1, arbitrary: between('clear') },
);
const process = fc.constantFrom<0 | 1>(0, 1);
const one = fc.record({ step, process });
/** Concurrent copies of one step, as from a device without a response. */
const copies = fc
  .tuple(send, fc.array(process, { minLength: 2, maxLength: 4 }))
  .map(([again, processes]) => processes.map((each) => ({ step: again, process: each })));

export const schedule: fc.Arbitrary<Schedule> = fc.record({
  used: fc.array(fc.integer({ min: 0, max: 3 }), { minLength: members, maxLength: members }),
  moments: fc.array(
    fc.oneof({ weight: 3, arbitrary: fc.array(one, { minLength: 1, maxLength: 4 }) }, { weight: 1, arbitrary: copies }),
    { minLength: 2, maxLength: 5 },
  ),
});
