import { act } from 'react';
import { expect, it } from 'vitest';
import { render } from '../../test/render.tsx';
import { Avatar } from '../components/ui/avatar.tsx';
import { emitEvent, topicStore } from './realtime.ts';

const key = 'a'.repeat(32);

it('T23: a removed photo leaves the page at once; drawn portraits and other photos stay', async () => {
  const other = 'b'.repeat(32);
  const addresses = [`/img/o/${key}-avatar.webp`, `/img/o/${other}-card.webp`, '/img/p/someone-avatar.webp'];
  const screen = await render(
    <>
      {addresses.map((src) => (
        <Avatar key={src} src={src} />
      ))}
    </>,
  );
  const shown = () => [...screen.container.querySelectorAll('img')].map((image) => image.getAttribute('src'));
  expect(shown()).toEqual(addresses);
  expect(topicStore.get()).toEqual(['photos']);
  await act(async () => emitEvent('photo.removed', { key }));
  expect(shown()).toEqual(addresses.slice(1));
  screen.unmount();
  expect(topicStore.get()).toEqual([]);
});

it('asks for no events where every portrait is drawn', async () => {
  const screen = await render(<Avatar src="/img/p/someone-avatar.webp" />);
  expect(topicStore.get()).toEqual([]);
  screen.unmount();
});

it('T66: leaves its space empty when the viewer may not open a photo', async () => {
  const screen = await render(<Avatar src={`/img/o/${key.replaceAll('a', 'c')}-avatar.webp`} />);
  const image = () => screen.container.querySelector('img');
  await act(async () => void image()?.dispatchEvent(new Event('error')));
  expect(image()).toBeNull();
  screen.unmount();
});
