import { expect, it } from 'vitest';
import { render, serve } from '../../../../test/render.tsx';
import type { Report } from '../api.ts';
import { ReportEvidence } from './report-evidence.tsx';

const id = '019921ce-3d98-71fd-a370-b46bed6833e3';
const report = { id, about: { id, displayName: 'Anika' }, messages: 2 } as Report;
const message = { id, sentAt: '2026-11-21T08:00:00Z', mediaType: null, mediaUrl: null, media: null };
const photo = { id, width: 480, height: 600, duration: null, previewUrl: null, sources: [] };

it('fetches the messages once, when opened, and shows each photo only after a tap', async () => {
  const opened = `GET /api/admin/reports/${id}`;
  const calls = serve({
    [opened]: () => ({
      status: 200,
      body: {
        ...report,
        evidence: [
          {
            ...message,
            content: 'Send the deposit first',
            isTheirs: true,
            mediaType: 'photo',
            mediaUrl: '/m/1',
            media: photo,
          },
          { ...message, id: '019921ce-3d98-71fd-a370-b46bed6833e4', content: 'No', isTheirs: false },
        ],
      },
    }),
  });
  const screen = await render(<ReportEvidence report={report} renderFiles={() => <img alt="" src="/m/1" />} />);
  expect(calls).toEqual([]);
  await screen.press('Show messages');
  expect(calls.map(({ call }) => call)).toEqual([opened]);
  expect([...screen.container.querySelectorAll('li')].map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(/^Anika.*Send the deposit first/),
    expect.stringMatching(/^Other member.*No$/),
  ]);
  expect(screen.container.querySelector('img')).toBeNull();
  await screen.press('Show photo');
  expect(screen.container.querySelector('img')).not.toBeNull();
  expect(calls).toHaveLength(1);
  screen.unmount();
});
