import { expect, it } from 'vitest';
import { render, serve } from '../../../test/render.tsx';
import { CreditTipSheet } from './credit-tip-sheet.tsx';

const to = { id: '019921ce-3d98-71fd-a370-b46bed6833e3', displayName: 'Naledi' };
const tip = `POST /api/conversations/${to.id}/tip`;
const menu = `GET /api/profiles/${to.id}/tip-menu`;
const noMenu = { status: 200, body: { items: [] } };
const balance = { status: 200, body: { balance: 60, promotional: 0 } };
const button = (container: HTMLElement) => container.querySelector<HTMLButtonElement>('button[type=submit]');

it('shows the cost before paying, and retries the same tip after a lost response', async () => {
  let lost = true;
  const calls = serve({
    'GET /api/credits/balance': () => balance,
    [menu]: () => noMenu,
    [tip]: () => {
      if (!lost) return { status: 201, body: { balance: 35, promotional: 0, message: {} } };
      lost = false;
      return new TypeError('network');
    },
  });
  let sent = 0;
  let closed = 0;
  const onSent = () => {
    sent += 1;
  };
  const onClose = () => {
    closed += 1;
  };
  const screen = await render(<CreditTipSheet to={to} onSent={onSent} onClose={onClose} />);
  expect(button(screen.container)?.disabled).toBe(true);
  await screen.press('25');
  expect(screen.container.textContent).toContain('Your balance after35 credits');
  expect(button(screen.container)?.textContent).toContain('Send 25 credits');
  await screen.submit();
  await screen.submit();
  const bodies = calls.filter(({ call }) => call === tip).map(({ body }) => body as { clientId: string });
  expect(bodies).toHaveLength(2);
  expect(bodies[0]).toMatchObject({ credits: 25 });
  expect(bodies[1]?.clientId).toBe(bodies[0]?.clientId);
  expect([sent, closed]).toEqual([1, 1]);
  screen.unmount();
});

it('sends nothing above the balance, and links to buying credits', async () => {
  serve({ 'GET /api/credits/balance': () => balance, [menu]: () => noMenu });
  const screen = await render(<CreditTipSheet to={to} onClose={() => undefined} />);
  await screen.fill('credits', '61');
  expect(button(screen.container)?.disabled).toBe(true);
  expect(screen.container.textContent).toContain('You need 61 credits to send this tip.');
  expect(screen.container.textContent).toContain('Buy Credits');
  await screen.fill('credits', '50001');
  expect(screen.container.textContent).toContain('The largest tip is 50,000 credits');
  screen.unmount();
});

it('T92: refuses tips under five credits with a message', async () => {
  serve({ 'GET /api/credits/balance': () => balance, [menu]: () => noMenu });
  const screen = await render(<CreditTipSheet to={to} onClose={() => undefined} />);
  const hint = 'The smallest tip is 5 credits';
  await screen.fill('credits', '4');
  expect([button(screen.container)?.disabled, screen.container.textContent?.includes(hint)]).toEqual([true, true]);
  await screen.fill('credits', '5');
  expect([button(screen.container)?.disabled, screen.container.textContent?.includes(hint)]).toEqual([false, false]);
  screen.unmount();
});

it('sends an item of the menu at its price, and without it once the amount is another', async () => {
  const item = { id: '019921ce-3d98-71fd-a370-b46bed6833e4', name: 'A song', description: 'Within a day', credits: 40 };
  const calls = serve({
    'GET /api/credits/balance': () => balance,
    [menu]: () => ({ status: 200, body: { items: [item] } }),
    [tip]: () => ({ status: 409, body: { code: 'PRICE_CHANGED', message: 'The price has changed' } }),
  });
  const screen = await render(<CreditTipSheet to={to} onClose={() => undefined} />);
  await screen.press('A songWithin a day40 credits');
  expect(button(screen.container)?.textContent).toContain('Send 40 credits');
  await screen.submit();
  await screen.fill('credits', '41');
  await screen.submit();
  const bodies = calls.filter(({ call }) => call === tip).map(({ body }) => body as object);
  expect(bodies[0]).toMatchObject({ credits: 40, menuItemId: item.id });
  expect(bodies[1]).toMatchObject({ credits: 41 });
  expect(bodies[1]).not.toHaveProperty('menuItemId');
  screen.unmount();
});
