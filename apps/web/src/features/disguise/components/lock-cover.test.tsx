import { expect, it } from 'vitest';
import { render, settle } from '../../../../test/render.tsx';
import { LockCover } from './lock-cover.tsx';

it('unlocks by a tap that came before the ways to prove it were known', async () => {
  const answer = Promise.withResolvers<'passkey'[]>();
  const proven: string[] = [];
  let opened = 0;
  const screen = await render(
    <LockCover
      proofs={() => answer.promise}
      prove={async (proof) => void proven.push(proof)}
      onOpen={() => {
        opened += 1;
      }}
      onLeave={() => undefined}
      onLogOut={async () => undefined}
    />,
  );
  await screen.press('Unlock');
  expect([proven, opened]).toEqual([[], 0]);
  answer.resolve(['passkey']);
  await settle();
  expect([proven, opened]).toEqual([['passkey'], 1]);
  screen.unmount();
});
