import { beforeEach, describe, expect, it } from 'vitest';
import { readDraft, saveDraft, setTabAccount } from './draft.ts';

const read = () => readDraft('chat:somebody', { text: '' }).text;

beforeEach(() => sessionStorage.clear());

describe('drafts of a tab', () => {
  it('stay with the account that wrote them, also after it signs in again', () => {
    setTabAccount('one');
    saveDraft('chat:somebody', { text: 'not yet sent' });
    setTabAccount('one');
    expect(read()).toBe('not yet sent');
  });

  it('T82: are deleted when another account signs in', () => {
    setTabAccount('one');
    saveDraft('chat:somebody', { text: 'not yet sent' });
    setTabAccount('another');
    expect(read()).toBe('');
  });
});
