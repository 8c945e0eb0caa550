import { answerUpwardPorts } from './context/answer-upward-ports.ts';
import { createFoundation, type Foundation } from './context/foundation.ts';
import { createMeeting, type Meeting } from './context/meeting.ts';
import { createMoney, type Money } from './context/money.ts';
import { createOversight, type Oversight } from './context/oversight.ts';
import { createPeople, type People } from './context/people.ts';
import type { Platform } from './context/platform.ts';
import { createPublishing, type Publishing } from './context/publishing.ts';
import { createUpwardPorts } from './context/upward-ports.ts';
import { registerFigures } from './figures.ts';
import { createServing, type Serving } from './platform/serving.ts';

export type { Platform } from './context/platform.ts';

/** Everything a route, job or handler may need, built once per process in the order of the ranks. */
export interface Context extends Foundation, Money, People, Publishing, Meeting, Oversight {
  serving: Serving;
  /** Named checks of `/healthz?parts`; each rejects when its part does not work. */
  parts: Record<string, () => Promise<unknown>>;
}

export function createContext(platform: Platform): Context {
  const { ports, connect } = createUpwardPorts();
  const foundation = createFoundation(platform, ports);
  const money = { ...foundation, ...createMoney(foundation, ports) };
  const people = { ...money, ...createPeople(money, ports) };
  const publishing = { ...people, ...createPublishing(people, ports) };
  const meeting = { ...publishing, ...createMeeting(publishing, ports) };
  const services = { ...meeting, ...createOversight(meeting) };
  connect(answerUpwardPorts(services));
  registerFigures(services);
  const { database, credits, media } = services;
  return {
    ...services,
    serving: createServing(),
    parts: {
      database: () => database.pool.query('select 1'),
      ledger: credits.health,
      storage: media.checkStorage,
    },
  };
}
