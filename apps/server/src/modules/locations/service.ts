import { cities } from '@vlam/contract/constants';
import type { Db } from '../../platform/database.ts';
import type { JobTask } from '../../platform/jobs.ts';
import type { Logger } from '../../platform/logger.ts';
import type { Notify } from '../../platform/notices.ts';
import type { ProfilesService } from '../profiles/service.ts';
import { createHotspotEvents, type EventDependencies, type HotspotEvents } from './hotspot-events.ts';
import { createSafety, type Safety } from './safety.ts';
import { createSafetyContacts, type SafetyContacts } from './safety-contact.ts';
import { createTonight, type Tonight } from './tonight.ts';
import { createTravel, type PersonCards, type Travel } from './travel.ts';

export type { PersonCards } from './travel.ts';

export interface LocationsService {
  events: HotspotEvents;
  travel: Travel;
  tonight: Tonight;
  safety: Safety;
  safetyContacts: SafetyContacts;
  tasks: JobTask[];
}

/** Meeting in person: events, trips, tonight, safety plans and contacts. */
export function createLocationsService(
  deps: EventDependencies & {
    profiles: Pick<ProfilesService, 'listVisibleBios'>;
    logger: Logger;
    notify: Notify;
    /** From a higher module, which knows distances and presence. */
    personCards: PersonCards;
    /** Called in the transaction that changes where members are shown, for lists that store places. */
    placesChanged(tx: Db, profileIds: readonly string[]): Promise<void>;
  },
): LocationsService {
  const events = createHotspotEvents(deps);
  const travel = createTravel(deps);
  const tonight = createTonight({ ...deps, cities });
  const safety = createSafety(deps);
  return {
    events,
    travel,
    tonight,
    safety,
    safetyContacts: createSafetyContacts(deps),
    tasks: [...events.tasks, ...travel.tasks, ...tonight.tasks, ...safety.tasks],
  };
}
