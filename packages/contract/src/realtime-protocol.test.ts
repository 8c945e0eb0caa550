import { expect, it } from 'vitest';
import * as z from 'zod/mini';
import { answerFrame, eventFrame, heartbeatFrame, readFrame } from './realtime-protocol.ts';
import { tolerant } from './tolerant.ts';

it('reads the frames it writes', () => {
  expect(readFrame(eventFrame('typing', { a: 1 }))).toEqual({
    kind: 'event',
    name: 'typing',
    payload: { a: 1 },
    id: null,
  });
  expect(readFrame(eventFrame('join', {}, 3))).toEqual({ kind: 'event', name: 'join', payload: {}, id: 3 });
  expect(readFrame(answerFrame(3, { ok: true }))).toEqual({ kind: 'answer', id: 3, value: { ok: true } });
  expect(readFrame(heartbeatFrame)).toEqual({ kind: 'heartbeat' });
});

it.each(['', '{}', '[', '[]', '[null]', '[-1]', '[1.5]', '[true]', '"join"', '[{}]'])('ignores %s', (text) => {
  expect(readFrame(text)).toBeNull();
});

it('ignores elements that a later version adds to a frame', () => {
  expect(readFrame('["join",{},3,"more"]')).toEqual({ kind: 'event', name: 'join', payload: {}, id: 3 });
  expect(readFrame('["join",{},"three"]')).toMatchObject({ id: null });
});

it('drops unknown fields at every depth, and still refuses wrong ones', () => {
  const inner = z.strictObject({ b: z.number() });
  const schema = tolerant(
    z.strictObject({
      list: z.array(inner),
      perhaps: z.optional(inner),
      none: z.nullable(inner),
      either: z.union([z.strictObject({ c: z.string() }), inner]),
    }),
  );
  const more = { b: 1, more: 2 };
  const parsed = z.safeParse(schema, { list: [more], perhaps: more, none: null, either: more, more: 1 });
  expect(parsed.data).toEqual({ list: [{ b: 1 }], perhaps: { b: 1 }, none: null, either: { b: 1 } });
  expect(z.safeParse(schema, { list: [{}], none: null, either: more }).success).toBe(false);
});
