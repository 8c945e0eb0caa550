import { beforeEach, describe, expect, it } from 'vitest';
import { openFileDraft, readFileDraft } from './file-draft.ts';

const to = '0190a000-0000-7000-8000-000000000002';
const aFile = (size: number, lastModified = 1_000) =>
  new File(['x'.repeat(size)], 'Thandi at the beach.jpg', { type: 'image/jpeg', lastModified });

beforeEach(() => sessionStorage.clear());

describe('uploads interrupted by a reload', () => {
  it('are restored with price and progress, and without file names', () => {
    const draft = openFileDraft(to, [aFile(3), aFile(4)], 'photo');
    draft.note(0, { address: '/api/uploads/one' });
    draft.note(1, { address: '/api/uploads/two', mediaId: 'two' });
    draft.price('bundle-5', '');
    expect(readFileDraft(to)).toMatchObject({ kind: 'photo', preset: 'bundle-5' });
    expect(JSON.stringify({ ...sessionStorage })).not.toContain('Thandi');
    const again = openFileDraft(to, [], 'photo');
    expect(again.slots()).toEqual([
      { file: null, address: '/api/uploads/one', mediaId: null },
      { file: null, address: '/api/uploads/two', mediaId: 'two' },
    ]);
  });

  it('resume when the same files are chosen, in any order', () => {
    const draft = openFileDraft(to, [aFile(3), aFile(4), aFile(5)], 'photo');
    for (const [index, name] of ['one', 'two', 'three'].entries()) draft.note(index, { address: name });
    draft.note(1, { mediaId: 'two' });
    const again = openFileDraft(to, [], 'photo');
    const [three, one] = [aFile(5), aFile(3)];
    expect(again.fill(again.slots(), [three, one])).toEqual([
      { file: one, address: 'one', mediaId: null },
      { file: null, address: 'two', mediaId: 'two' },
      { file: three, address: 'three', mediaId: null },
    ]);
  });

  it('start over with a different file, and stay missing without one', () => {
    const draft = openFileDraft(to, [aFile(3), aFile(4)], 'photo');
    draft.note(0, { address: 'one' });
    draft.note(1, { address: 'two' });
    const again = openFileDraft(to, [], 'photo');
    const other = aFile(9);
    expect(again.fill(again.slots(), [other])).toEqual([
      { file: other, address: null, mediaId: null },
      { file: null, address: 'two', mediaId: null },
    ]);
    expect(readFileDraft(to)?.files[0]).toMatchObject({ size: 9, address: null });
  });

  it('are deleted once sent or given up', () => {
    openFileDraft(to, [aFile(3)], 'photo').drop();
    expect(readFileDraft(to)).toBeNull();
  });
});
