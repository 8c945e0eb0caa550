import { act } from 'react';
import { expect, it } from 'vitest';
import { render, serve, settle } from '../../../../test/render.tsx';
import { OwnLinks } from './own-links.tsx';

const url = 'https://vlam.test/@naledi.m';
const card = { label: 'card', today: 2, visits: 31 };

it('shows how often each link was visited, and adds and removes labels', async () => {
  const calls = serve({
    'GET /api/profiles/me/links': () => ({ status: 200, body: { links: [card] } }),
    'POST /api/profiles/me/links': () => ({
      status: 200,
      body: { links: [card, { label: 'rosebank-flyer', today: 0, visits: 0 }] },
    }),
    'DELETE /api/profiles/me/links/card': () => ({ status: 200, body: { links: [] } }),
  });
  const { container, fill, submit, unmount } = await render(<OwnLinks url={url} />);
  await settle();
  expect(container.textContent).toContain('31 visits, 2 today');
  await fill('label', ' Rosebank flyer');
  await submit();
  await settle();
  expect(calls.find(({ call }) => call.startsWith('POST'))?.body).toEqual({ label: 'rosebank-flyer' });
  expect(container.textContent).toContain('0 visits, 0 today');
  expect(container.querySelector('input')?.value).toBe('');
  await act(async () => container.querySelector<HTMLButtonElement>('[aria-label="Remove card"]')?.click());
  await settle();
  expect(container.querySelectorAll('li')).toHaveLength(0);
  unmount();
});

it('says why a label cannot be had, and offers no eleventh', async () => {
  const message = 'Use letters a to z, digits and single hyphens';
  let count = 1;
  serve({
    'GET /api/profiles/me/links': () => ({
      status: 200,
      body: { links: Array.from({ length: count }, (_, index) => ({ ...card, label: `label-${index}` })) },
    }),
    'POST /api/profiles/me/links': () => ({
      status: 400,
      body: { code: 'VALIDATION_FAILED', message, details: { fields: { label: message } } },
    }),
  });
  const one = await render(<OwnLinks url={url} />);
  await settle();
  await one.fill('label', 'a--b');
  await one.submit();
  await settle();
  expect(one.container.querySelector('[role=alert]')?.textContent).toBe(message);
  one.unmount();
  count = 10;
  const ten = await render(<OwnLinks url={url} />);
  await settle();
  expect(ten.container.querySelector('form')).toBeNull();
  ten.unmount();
});
