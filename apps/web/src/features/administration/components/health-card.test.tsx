import { expect, it } from 'vitest';
import { render, serve } from '../../../../test/render.tsx';
import { HealthCard } from './health-card.tsx';

const health = {
  ...{ balanced: true, solvent: true, heldCents: 59_900, owedCents: 4_200, packSalesCents: 59_900, heldCredits: 8 },
  ...{ creditsOutstanding: 100, promotionalOutstanding: 30, transfers: 12, differences: [] },
  checkedAt: '2026-11-21T10:00:00Z',
};
const serveHealth = (more: object) =>
  serve({ 'GET /api/admin/ledger/health': () => ({ status: 200, body: { ...health, ...more } }) });

it('hides the figures on phones while the ledger is healthy, until they are opened', async () => {
  serveHealth({});
  const { container, press, unmount } = await render(<HealthCard />);
  const figures = () => container.querySelector('dl')?.classList.contains('max-sm:hidden');
  expect(figures()).toBe(true);
  await press('Show the figures');
  expect(figures()).toBe(false);
  expect(container.querySelector('[aria-expanded]')?.getAttribute('aria-controls')).toBe(
    container.querySelector('dl')?.id,
  );
  unmount();
});

it('shows the figures when a check fails', async () => {
  serveHealth({ solvent: false });
  const { container, unmount } = await render(<HealthCard />);
  expect(container.querySelector('dl')?.classList.contains('max-sm:hidden')).toBe(false);
  expect(container.querySelector('[aria-expanded]')).toBeNull();
  unmount();
});
