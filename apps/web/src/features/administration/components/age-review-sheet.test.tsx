import { describe, expect, it } from 'vitest';
import { render, serve } from '../../../../test/render.tsx';
import type { AgeReview } from '../api.ts';
import { AgeReviewSheet } from './age-review-sheet.tsx';

const id = '019921ce-3d98-71fd-a370-b46bed6833e3';
const review: AgeReview = {
  id,
  firstName: 'Naledi',
  lastName: 'Mokoena',
  documentType: 'id_document',
  reason: 'number_in_use',
  since: '2026-11-21T08:00:00Z',
  heldBy: {
    id: '019921ce-3d98-71fd-a370-b46bed6833e4',
    firstName: 'Sipho',
    lastName: 'Dube',
    since: '2026-11-01T08:00:00Z',
  },
};
const decision = `POST /api/admin/age-reviews/${id}/decision`;
const decided = (calls: { call: string }[]) => calls.filter(({ call }) => call === decision);
const open = () => render(<AgeReviewSheet review={review} onClose={() => undefined} />);

describe('T97: an age review', () => {
  it('requires number, date and reason to accept, and names the account that loses the number', async () => {
    const calls = serve({ [decision]: () => ({ status: 204 }) });
    const screen = await open();
    expect(screen.container.textContent).toContain('Sipho Dube');
    await screen.press('Accept');
    expect(screen.container.textContent).toContain('Sipho Dube loses it');
    await screen.submit();
    for (const missing of ['SA ID number must be 13 digits', 'Date of birth is required', 'Please say why'])
      expect(screen.container.textContent).toContain(missing);
    await screen.fill('idNumber', '880808 5000 08 1');
    await screen.fill('dateOfBirth', '1988-08-08');
    await screen.submit();
    expect(decided(calls)).toEqual([]);
    await screen.fill('reason', ' Video call, document seen ');
    await screen.submit();
    expect(decided(calls)).toEqual([
      {
        call: decision,
        body: {
          accept: true,
          idNumber: '8808085000081',
          dateOfBirth: '1988-08-08',
          reason: 'Video call, document seen',
        },
      },
    ]);
    screen.unmount();
  });

  it('requires only a reason to refuse', async () => {
    const calls = serve({ [decision]: () => ({ status: 204 }) });
    const screen = await open();
    await screen.press('Refuse');
    await screen.submit();
    expect(decided(calls)).toEqual([]);
    await screen.fill('reason', 'The document is of another person');
    await screen.submit();
    expect(decided(calls)).toEqual([
      { call: decision, body: { accept: false, reason: 'The document is of another person' } },
    ]);
    screen.unmount();
  });

  it('shows the error of the field where the document differs from the account', async () => {
    const message = 'The document says something else than the account';
    serve({
      [decision]: () => ({
        status: 400,
        body: { code: 'VALIDATION_FAILED', message, requestId: 'r', details: { fields: { dateOfBirth: message } } },
      }),
    });
    const screen = await open();
    await screen.press('Accept');
    await screen.fill('idNumber', '8808085000081');
    await screen.fill('dateOfBirth', '1988-08-09');
    await screen.fill('reason', 'Seen');
    await screen.submit();
    expect(screen.field('dateOfBirth').getAttribute('aria-invalid')).toBe('true');
    expect(screen.field('idNumber').hasAttribute('aria-invalid')).toBe(false);
    expect(screen.container.textContent).toContain(message);
    screen.unmount();
  });
});
