import { useState } from 'react';
import { expect, it } from 'vitest';
import { render } from '../../../../../test/render.tsx';
import { aMessage } from '../../testing.ts';
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

it('announces equal texts twice, and no earlier messages', async () => {
  const { container, press, unmount } = await render(<Thread />);
  const region = container.querySelector('[aria-live]');
  expect(region?.textContent).toBe('');
  await press('Next');
  const announced = region?.firstChild;
  expect(region?.textContent).toBe('Thandi: Yes');
  await press('Next');
  expect(region?.textContent).toBe('Thandi: Yes');
  // Screen readers announce inserted nodes, so reusing the node for the same text would be silent.
  expect(region?.firstChild).not.toBe(announced);
  await press('Over');
  expect(region?.textContent).toBe('');
  unmount();
});
