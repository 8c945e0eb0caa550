import { beforeEach, expect, it } from 'vitest';
import { readDraft } from '../../lib/draft.ts';
import { openFileDraft } from './file-draft.ts';

const to = '0190a000-0000-7000-8000-000000000002';
beforeEach(() => sessionStorage.clear());

it('restores the price that belongs to files on their way', () => {
  openFileDraft(to, 'photo', true).price('bundle-5', '37');
  expect(openFileDraft(to, 'photo', false).first).toEqual({ kind: 'photo', preset: 'bundle-5', own: '37' });
});

it('starts without a price for new files, and is deleted once they are sent or given up', () => {
  openFileDraft(to, 'photo', true).price('bundle-5', '37');
  const draft = openFileDraft(to, 'video', true);
  expect(draft.first).toEqual({ kind: 'video', preset: '', own: '' });
  draft.drop();
  expect(readDraft(`files:${to}`, { kind: '' }).kind).toBe('');
});
