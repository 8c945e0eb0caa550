import { beforeEach, describe, expect, it } from 'vitest';
import { keepDraft, ownDrafts, readDraft } from './draft.ts';

const read = () => readDraft('chat:somebody', { text: '' }).text;

beforeEach(() => sessionStorage.clear());

describe('drafts of a tab', () => {
  it('stay with the account that wrote them, also when it signs in again', () => {
    ownDrafts('one');
    keepDraft('chat:somebody', { text: 'not yet sent' });
    ownDrafts('one');
    expect(read()).toBe('not yet sent');
  });

  it('T82: are gone when another account signs in', () => {
    ownDrafts('one');
    keepDraft('chat:somebody', { text: 'not yet sent' });
    ownDrafts('another');
    expect(read()).toBe('');
  });
});
