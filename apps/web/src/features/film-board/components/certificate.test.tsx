import { act } from 'react';
import { expect, it } from 'vitest';
import { type Rendered, render, serve, settle } from '../../../../test/render.tsx';
import type { Registration } from '../api.ts';
import { Certificate } from './certificate.tsx';

const path = 'PUT /api/compliance/fpb-registration/certificate.pdf';
const registration: Registration = {
  id: '019aa000-0000-7000-8000-000000000001',
  state: 'approved',
  answers: {
    ...{ businessName: 'Studio Zes', registrationNumber: '1', contactPerson: 'A', email: 'a@b.example' },
    ...{ phone: '1', businessAddress: 'A', platformDescription: 'A' },
  },
  submittedAt: new Date().toISOString(),
  dueOn: null,
  decidedAt: null,
  reason: null,
  certificateNumber: '1',
  validFrom: null,
  validUntil: null,
  hasExemption: false,
  certificateUrl: null,
  hasCertificatePdf: false,
};

async function choose(screen: Rendered, file: File): Promise<void> {
  const input = screen.container.querySelector<HTMLInputElement>('input[type="file"]');
  if (!input) throw new Error('no file field');
  Object.defineProperty(input, 'files', { value: [file], configurable: true });
  await act(async () => input.dispatchEvent(new Event('change', { bubbles: true })));
  for (let turn = 0; turn < 5; turn += 1) await settle();
}

it('T133: sends a PDF by its content, whatever it is called, and shows why one is refused', async () => {
  const message = 'This PDF has scripts, attachments or a password. Print it to a new PDF, or send a picture';
  const calls = serve({
    [path]: () => ({ status: 415, body: { code: 'UNSUPPORTED_MEDIA', message, requestId: 'x' } }),
  });
  const screen = await render(<Certificate registration={registration} />);
  await choose(screen, new File(['%PDF-1.7\n'], 'certificate.png', { type: 'image/png' }));
  expect(calls.map(({ call, body }) => [call, body])).toEqual([[path, { file: btoa('%PDF-1.7\n') }]]);
  expect(screen.container.textContent).toContain(message);
  screen.unmount();
});

it('T133: sends nothing that is called a PDF and is HTML, or that is too large', async () => {
  const calls = serve({});
  const screen = await render(<Certificate registration={registration} />);
  await choose(screen, new File(['<script>alert(1)</script>'], 'certificate.pdf', { type: 'application/pdf' }));
  expect(screen.container.querySelector('[role="alert"]')?.textContent).toBeTruthy();
  await choose(screen, new File(['%PDF-1.7\n', new Uint8Array(5 * 1024 * 1024)], 'large.pdf'));
  expect(screen.container.textContent).toContain('This PDF is too large: 5 MB at most.');
  expect(calls).toEqual([]);
  screen.unmount();
});
