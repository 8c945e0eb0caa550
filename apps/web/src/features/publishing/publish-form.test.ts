import type { ContentView } from '@vlam/contract/content';
import { expect, it } from 'vitest';
import { changesOf, checkPublishForm, emptyPublishForm, publishBody, toPublishForm } from './publish-form.ts';
import { addTags } from './tags.ts';
import { findTimeProblem, nextDays, toLocal, toMoment } from './times.ts';

const answers = { language: 'none', undress: 'nude', sex: 'none', harm: 'none' } as const;
const form = { ...emptyPublishForm, title: 'Blue hour', answers };

it('returns the messages of the specification', () => {
  expect(checkPublishForm({ ...form, title: ' ' }, { hasFile: true })).toEqual({ title: 'Title is required' });
  expect(checkPublishForm({ ...form, title: 'x'.repeat(101) }, { hasFile: true })).toEqual({ title: 'Title too long' });
  expect(checkPublishForm({ ...form, description: 'x'.repeat(501) }, { hasFile: true })).toEqual({
    description: 'Description too long',
  });
  expect(checkPublishForm({ ...form, source: 'address', mediaUrl: 'blue hour' }, { hasFile: false })).toEqual({
    mediaUrl: 'Valid URL required',
  });
});

it('requires a file unless a URL is given', () => {
  expect(checkPublishForm(form, { hasFile: false })).toEqual({ source: 'Choose a picture' });
  expect(
    checkPublishForm({ ...form, source: 'address', mediaUrl: 'https://example.com/a.jpg' }, { hasFile: false }),
  ).toEqual({});
});

it.each(['-1', '1.5', '10001', 'five'])('refuses the price %s', (price) => {
  expect(Object.keys(checkPublishForm({ ...form, isPremium: true, price }, { hasFile: true }))).toEqual(['price']);
  expect(checkPublishForm({ ...form, isPremium: false, price }, { hasFile: true })).toEqual({});
});

it('sends the tip goal as a number or null', () => {
  expect(publishBody(form, ['one']).tipGoal).toBeNull();
  expect(publishBody({ ...form, tipGoal: '499,50' }, ['one']).tipGoal).toBe(499.5);
  expect(Object.keys(checkPublishForm({ ...form, tipGoal: '0' }, { hasFile: true }))).toEqual(['tipGoal']);
});

it('sends price 0 for items that are not premium', () => {
  expect(publishBody({ ...form, price: '15' }, ['one'])).toMatchObject({ price: 0, isPremium: false, mediaId: 'one' });
  expect(publishBody({ ...form, price: '', isPremium: true }, ['one']).price).toBe(0);
});

it('asks for the rating before it publishes, and for neither rating nor file before it keeps a draft', () => {
  const bare = { ...form, answers: null };
  expect(checkPublishForm(bare, { hasFile: true })).toEqual({ answers: 'Answer the four questions first' });
  expect(checkPublishForm(bare, { hasFile: true, isRated: true })).toEqual({});
  expect(checkPublishForm(bare, { hasFile: false, isDraft: true })).toEqual({});
  expect(checkPublishForm({ ...bare, title: '' }, { hasFile: false, isDraft: true })).toEqual({
    title: 'Title is required',
  });
});

const stored = {
  title: 'Blue hour',
  description: '',
  mediaType: 'image',
  isPremium: true,
  price: 15,
  tipGoal: null,
  isExclusive: false,
  tags: ['sea'],
  rules: {
    publishAt: '2026-11-26T18:00:00.000Z',
    expiresAt: null,
    problem: null,
    isClassified: true,
    depicts: 'me_and_others',
  },
} as unknown as ContentView;

it('sends only what differs from the stored item', () => {
  const unchanged = toPublishForm(stored);
  expect(changesOf(unchanged, stored, [])).toEqual({});
  expect(changesOf({ ...unchanged, publishAt: '', tags: [] }, stored, [])).toEqual({
    publishAt: null,
    tags: [],
  });
  expect(changesOf({ ...unchanged, answers, isPremium: false }, stored, ['one'])).toEqual({
    classificationAnswers: answers,
    isPremium: false,
    price: 0,
    mediaIds: ['one'],
  });
});

it('names one file or several, in their order', () => {
  expect(publishBody(form, ['one'])).toMatchObject({ mediaId: 'one' });
  const several = publishBody(form, ['two', 'one']);
  expect([several.mediaIds, several.mediaId]).toEqual([['two', 'one'], undefined]);
  const item = { ...stored, files: [{ id: 'two' }, { id: 'one' }] } as unknown as ContentView;
  expect(changesOf(toPublishForm(item), item, ['two', 'one'])).toEqual({});
  expect(changesOf(toPublishForm(item), item, ['one', 'two'])).toEqual({ mediaIds: ['one', 'two'] });
});

it('refuses files of which one could not be sent, also for a draft', () => {
  const source = 'A file could not be sent. Try it again or remove it';
  expect(checkPublishForm(form, { hasFile: false, isBroken: true })).toEqual({ source });
  expect(checkPublishForm(form, { hasFile: false, isBroken: true, isDraft: true })).toEqual({ source });
});

it('reads and writes times as South Africa does', () => {
  const at = '2026-11-26T22:30:00.000Z';
  expect(toLocal(at)).toEqual({ day: '2026-11-27', time: '00:30' });
  expect(toMoment(toLocal(at))).toBe(at);
  expect(toMoment({ day: '', time: '20:00' })).toBeNull();
  expect(nextDays(Date.parse(at), 2)).toEqual(['2026-11-27', '2026-11-28']);
});

it('names what is wrong with a time', () => {
  const now = Date.parse('2026-11-23T10:00:00Z');
  const problemOf = (publishAt: string, expiresAt: string) => findTimeProblem({ publishAt, expiresAt }, now);
  expect(problemOf('', '')).toBeNull();
  expect(problemOf('2026-11-24T10:00:00Z', '2026-11-25T10:00:00Z')).toBeNull();
  expect(problemOf('2026-11-23T09:00:00Z', '')).toEqual({ field: 'publishAt', problem: 'past' });
  expect(problemOf('2028-01-01T00:00:00Z', '')).toEqual({ field: 'publishAt', problem: 'far' });
  expect(problemOf('2026-11-24T10:00:00Z', '2026-11-24T10:00:00Z')).toEqual({ field: 'expiresAt', problem: 'order' });
  expect(problemOf('', '2026-11-22T10:00:00Z')).toEqual({ field: 'expiresAt', problem: 'order' });
});

it('keeps each tag once, in lower case, without #, and ten at most', () => {
  expect(addTags(['sea'], ' #Sea, Blue  hour')).toEqual(['sea', 'blue', 'hour']);
  expect(addTags([], Array.from({ length: 14 }, (_each, index) => `t${index}`).join(','))).toHaveLength(10);
});
