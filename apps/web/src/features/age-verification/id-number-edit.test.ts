import { describe, expect, it } from 'vitest';
import { editIdNumber } from './id-number-edit.ts';

describe('grouped ID number', () => {
  it('keeps the cursor at the end', () => {
    expect(editIdNumber('96031', '960314', 6, false)).toEqual({ digits: '960314', caret: 6 });
    expect(editIdNumber('960314', '9603145', 7, false)).toEqual({ digits: '9603145', caret: 8 });
  });

  it('keeps the cursor in the middle', () => {
    expect(editIdNumber('9603145123', '9690314 5123', 3, false)).toEqual({ digits: '96903145123', caret: 3 });
  });

  it('moves past the space after a full group', () => {
    expect(editIdNumber('960315123', '960314 5123', 6, false)).toEqual({ digits: '9603145123', caret: 7 });
  });

  it('deletes the digit before a deleted space', () => {
    expect(editIdNumber('9603145', '9603145', 6, true)).toEqual({ digits: '960315', caret: 5 });
  });

  it('accepts a pasted number with separators', () => {
    expect(editIdNumber('', 'ID 960314-5123-08 9', 19, false)).toEqual({ digits: '9603145123089', caret: 15 });
  });
});
