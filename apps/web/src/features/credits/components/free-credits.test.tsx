import { expect, it } from 'vitest';
import { render, serve, settle } from '../../../../test/render.tsx';
import { FreeCredits } from './free-credits.tsx';

const about = { tookToday: false, profileComplete: true, tookFirstPurchase: false };

it('a refused bonus stays to be claimed', async () => {
  serve({
    'POST /api/credits/daily-bonus': () => ({
      status: 200,
      body: { granted: false, refusal: 'confirm_email', balance: 0 },
    }),
  });
  const screen = await render(<FreeCredits {...about} addressConfirmed={false} />);
  await screen.press('Claim +5');
  await settle();
  expect(screen.box.textContent).toContain('Claim +5');
  expect(screen.box.textContent).not.toContain('The next one comes tomorrow');
  screen.unmount();
});

it('a bonus that was given, or had been today, is received', async () => {
  serve({
    'POST /api/credits/daily-bonus': () => ({ status: 200, body: { granted: true, refusal: null, balance: 5 } }),
  });
  const screen = await render(<FreeCredits {...about} addressConfirmed />);
  await screen.press('Claim +5');
  await settle();
  expect(screen.box.textContent).toContain('The next one comes tomorrow');
  screen.unmount();
});

it('says when the bonus of a first pack comes while the address is not confirmed', async () => {
  const screen = await render(<FreeCredits {...about} addressConfirmed={false} />);
  expect(screen.box.textContent).toContain('Comes with the first pack you buy after you confirmed your address');
  screen.unmount();
});
