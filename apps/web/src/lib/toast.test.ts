import { beforeEach, expect, it } from 'vitest';
import { toast, toastError, toastQueue } from './toast.ts';

const titles = () => toastQueue.get().map((item) => item.title);

beforeEach(() => toastQueue.set(() => []));

it('shows a success before an error, and keeps the error', () => {
  toastError('Error', 'Failed to update follow status');
  toast({ title: 'Following' });
  expect(titles()).toEqual(['Following', 'Error']);
});

it('queues messages and drops duplicates', () => {
  toast({ title: 'Following' });
  toast({ title: 'Comment posted!' });
  toast({ title: 'Following' });
  expect(titles()).toEqual(['Following', 'Comment posted!']);
});

it('shows an Undo message at once, replacing an earlier one', () => {
  toast({ title: 'Following' });
  toast({ title: 'Flame sent', text: 'to one', stayMs: 10_000 });
  toast({ title: 'Flame sent', text: 'to another', stayMs: 10_000 });
  expect(toastQueue.get().map(({ text, title }) => text ?? title)).toEqual(['to another', 'Following']);
});
