import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { coverIds, coverNames } from '@vlam/contract/rules/covers';
import { act } from 'react';
import { afterEach, expect, it } from 'vitest';
import { render } from '../../../../test/render.tsx';
import { readHomeName } from '../home-name.ts';
import { HomeNameField } from './home-name-field.tsx';

const folder = join(import.meta.dirname, '../../../../public');
afterEach(() => {
  document.head.innerHTML = '';
});

it('installs under another name and icon, from now on and at the next start, and back', async () => {
  document.head.innerHTML =
    '<link rel="manifest" href="/manifest.webmanifest"><link rel="apple-touch-icon" href="/icons/apple-touch-icon.png">';
  const hrefs = () => [...document.head.querySelectorAll('link')].map((link) => link.getAttribute('href'));
  const { container } = await render(<HomeNameField />);
  const choose = (value: string) =>
    act(() => {
      const select = container.querySelector('select');
      if (!select) throw new Error('no select');
      select.value = value;
      select.dispatchEvent(new Event('change', { bubbles: true }));
    });
  choose('notes');
  expect(hrefs()).toEqual(['/icons/notes.webmanifest', '/icons/notes-192.png']);
  expect(readHomeName()).toBe('notes');
  choose('own');
  expect(hrefs()).toEqual(['/manifest.webmanifest', '/icons/apple-touch-icon.png']);
  expect(readHomeName()).toBeNull();
});

it.each(coverIds)('%s has a manifest that names nothing of the product, and its icons', (id) => {
  const text = readFileSync(join(folder, `icons/${id}.webmanifest`), 'utf8');
  const manifest = JSON.parse(text);
  expect(text).not.toMatch(/vlam|adult|creator/i);
  expect(manifest).toMatchObject({ id: '/', scope: '/', short_name: coverNames[id], display: 'standalone' });
  for (const { src } of manifest.icons) expect(existsSync(join(folder, src)), src).toBe(true);
  expect(manifest.icons.some((icon: { purpose: string }) => icon.purpose === 'maskable')).toBe(true);
});
