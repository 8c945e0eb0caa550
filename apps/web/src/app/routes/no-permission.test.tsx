import { permissions } from '@vlam/contract/operation';
import { expect, it } from 'vitest';
import { render } from '../../../test/render.tsx';
import { NoPermission } from './no-permission.tsx';

it('says of each permission of its own what is missing', async () => {
  const texts = new Map<string, string[]>();
  for (const needs of permissions) {
    const { container, unmount } = await render(<NoPermission needs={needs} />);
    const text = container.textContent ?? '';
    texts.set(text, [...(texts.get(text) ?? []), needs]);
    unmount();
  }
  const textOf = (permission: string) => [...texts].find(([, all]) => all.includes(permission))?.[0];
  expect(textOf('manage_compliance')).toContain("You don't have permission to access compliance records.");
  expect(textOf('manage_compliance')).not.toBe(textOf('manage_settings'));
});
