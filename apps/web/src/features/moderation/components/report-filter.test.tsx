import { expect, it } from 'vitest';
import { render, serve, settle } from '../../../../test/render.tsx';
import { ReportFilter } from './report-filter.tsx';

it('says that it does not know how many reports are late', async () => {
  serve({ 'GET /api/admin/report-times': () => ({ status: 500 }) });
  const { container, unmount } = await render(<ReportFilter chosen={undefined} onChoose={() => undefined} />);
  for (let wait = 0; wait < 5; wait += 1) await settle();
  expect(container.textContent).toContain('The classes, and how many reports are late, did not load.');
  unmount();
});
