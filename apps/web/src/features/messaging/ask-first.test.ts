import { describe, expect, it, vi } from 'vitest';
import { askFirst } from './ask-first.ts';
import type { ChatSheet } from './components/chat-sheet.ts';

function createQuestion(content: string, isPastQuota: boolean) {
  const shown: ChatSheet[] = [];
  const send = vi.fn();
  askFirst({ content, isPastQuota, show: (sheet) => shown.push(sheet), send });
  const agree = () => {
    const sheet = shown.at(-1);
    if (sheet?.kind === 'care') sheet.onAgree();
    if (sheet?.kind === 'cost') sheet.onAgree(2);
  };
  return { shown, send, agree };
}

describe('before a message is sent', () => {
  it('sends a harmless free message without confirmation', () => {
    const { shown, send } = createQuestion('Good evening', false);
    expect(shown).toEqual([]);
    expect(send).toHaveBeenCalledExactlyOnceWith();
  });

  it('confirms warnings, then the cost, and sends only after both', () => {
    const { shown, send, agree } = createQuestion('see https://example.test', true);
    expect(shown.map(({ kind }) => kind)).toEqual(['care']);
    agree();
    expect(shown.map(({ kind }) => kind)).toEqual(['care', 'cost']);
    expect(send).not.toHaveBeenCalled();
    agree();
    expect(send).toHaveBeenCalledExactlyOnceWith(2);
  });
});
