import { expect, it } from 'vitest';
import { createUpwardPorts, type UpwardPorts } from './upward-ports.ts';

const answers = { countLive: async () => 3 } as UpwardPorts;

it('refuses a call that comes before every service is built, by the name of the port', () => {
  const { ports } = createUpwardPorts();
  expect(() => ports.countLive()).toThrow('countLive was called before every service was built');
});

it('passes calls on once connected, also through a port that was taken before', async () => {
  const { ports, connect } = createUpwardPorts();
  const { countLive } = ports;
  connect(answers);
  expect(await countLive()).toBe(3);
  expect(await ports.countLive()).toBe(3);
});
