import { useState } from 'react';
import { expect, it } from 'vitest';
import { render } from '../../../../test/render.tsx';
import { aMessage } from '../testing.ts';
import { Announcer } from './announcer.tsx';

function Thread() {
  const [seq, setSeq] = useState(1);
  return (
    <>
      <button type="button" onClick={() => setSeq((before) => before + 1)}>
        Next
      </button>
      <button type="button" onClick={() => setSeq((before) => before - 1)}>
        Over
      </button>
      <Announcer name="Thandi" newest={aMessage(seq, { content: 'Yes' })} isTyping={false} />
    </>
  );
}

it('says the same words again when they are written twice in a row, and nothing of what was there before', async () => {
  const { box, press, unmount } = await render(<Thread />);
  const region = box.querySelector('[aria-live]');
  expect(region?.textContent).toBe('');
  await press('Next');
  const said = region?.firstChild;
  expect(region?.textContent).toBe('Thandi: Yes');
  await press('Next');
  expect(region?.textContent).toBe('Thandi: Yes');
  // A reader speaks of what is put into the region: the same node with the same words would be silence.
  expect(region?.firstChild).not.toBe(said);
  await press('Over');
  expect(region?.textContent).toBe('');
  unmount();
});
