import { expect, it } from 'vitest';
import { render, serve, settle } from '../../../../test/render.tsx';
import { FreeCredits } from './free-credits.tsx';

const about = { claimedToday: false, profileComplete: true, usedFirstPurchase: false };

it('keeps a refused bonus claimable', async () => {
  serve({
    'POST /api/credits/daily-bonus': () => ({
      status: 200,
      body: { granted: false, refusal: 'confirm_email', balance: 0 },
    }),
  });
  const screen = await render(<FreeCredits {...about} addressConfirmed={false} />);
  await screen.press('Claim +5');
  await settle();
  expect(screen.container.textContent).toContain('Claim +5');
  expect(screen.container.textContent).not.toContain('The next one comes tomorrow');
  screen.unmount();
});

it('shows a bonus as received when granted now or earlier today', async () => {
  serve({
    'POST /api/credits/daily-bonus': () => ({ status: 200, body: { granted: true, refusal: null, balance: 5 } }),
  });
  const screen = await render(<FreeCredits {...about} addressConfirmed />);
  await screen.press('Claim +5');
  await settle();
  expect(screen.container.textContent).toContain('The next one comes tomorrow');
  screen.unmount();
});

it("explains when the first pack's bonus is granted while the address is unconfirmed", async () => {
  const screen = await render(<FreeCredits {...about} addressConfirmed={false} />);
  expect(screen.container.textContent).toContain('Comes with the first pack you buy after you confirmed your address');
  screen.unmount();
});
