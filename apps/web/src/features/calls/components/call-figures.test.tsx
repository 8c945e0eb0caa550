import type { CallView } from '@vlam/contract/calls';
import { expect, it } from 'vitest';
import { render } from '../../../../test/render.tsx';
import { MinuteAnnouncer } from './call-figures.tsx';

it('announces the total cost so far to the caller, with tips and gifts', async () => {
  const call = { role: 'caller', creditsPerMinute: 18, minuteMs: 60_000 } as CallView;
  const news = await render(<MinuteAnnouncer call={call} minutes={2} credits={36} given={70} />);
  expect(news.container.textContent).toBe('Minute 2 has begun. 106 credits so far.');
  news.unmount();
});
