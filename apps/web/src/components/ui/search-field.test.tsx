import { act, useState } from 'react';
import { expect, it } from 'vitest';
import { render } from '../../../test/render.tsx';
import { SearchField } from './search-field.tsx';

function List({ onSearch }: { onSearch(text: string): void }) {
  const [text, setText] = useState('');
  const change = (next: string) => {
    onSearch(next);
    setText(next);
  };
  return (
    <>
      <SearchField label="Search" placeholder="Search" value={text} maxLength={64} onChange={change} />
      <button type="button" onClick={() => setText('')}>
        Clear
      </button>
    </>
  );
}
/** Until typing counts as paused. */
const pause = () => act(() => new Promise((done) => setTimeout(done, 300)));

it('searches once typing pauses, without spaces around the text', async () => {
  const sent: string[] = [];
  const { field, fill, unmount } = await render(<List onSearch={(text) => sent.push(text)} />);
  await fill('q', 'la');
  await fill('q', 'late ');
  await pause();
  expect(sent).toEqual(['late']);
  expect(field('q').value).toBe('late ');
  unmount();
});

it('empties when the search is cleared elsewhere, and does not search for the old text again', async () => {
  const sent: string[] = [];
  const { field, fill, press, unmount } = await render(<List onSearch={(text) => sent.push(text)} />);
  await fill('q', 'late');
  await pause();
  await press('Clear');
  await pause();
  expect(field('q').value).toBe('');
  expect(sent).toEqual(['late']);
  unmount();
});
