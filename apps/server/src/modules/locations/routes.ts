import { locationsOperations } from '@vlam/contract/locations';
import { safetyContactOperations } from '@vlam/contract/locations-safety-contact';
import type { FastifyReply } from 'fastify';
import { type BoundOperation, bind } from '../../platform/operation.ts';
import type { LocationsService } from './service.ts';

/** A link's page is for its holder only: no search engine indexes it, and no referrer reveals it. */
const keepPrivate = (reply: FastifyReply) =>
  void reply.header('x-robots-tag', 'noindex, nofollow').header('referrer-policy', 'no-referrer');

export const locationsRoutes = ({ locations }: { locations: LocationsService }): BoundOperation[] => {
  const { events, travel, tonight, safety } = locations;
  return bind(locationsOperations, {
    listEvents: ({ viewer, query }) => events.list(viewer, query),
    eventCities: ({ viewer }) => events.cities(viewer),
    getEvent: ({ viewer, params }) => events.get(viewer, params.id),
    createEvent: ({ viewer, body }) => events.create(viewer, body),
    cancelEvent: ({ viewer, params }) => events.cancel(viewer, params.id),
    attendEvent: ({ viewer, params }) => events.attend(viewer, params.id),
    leaveEvent: ({ viewer, params }) => events.leave(viewer, params.id),
    removeEvent: ({ viewer, params, body }) => events.remove(viewer, params.id, body.reason),
    ownTravel: ({ viewer }) => travel.own(viewer),
    setTravel: ({ viewer, body }) => travel.set(viewer, body),
    endTravel: ({ viewer }) => travel.end(viewer),
    travellers: ({ viewer, query }) => travel.list(viewer, query),
    tonight: ({ viewer, query }) => tonight.list(viewer, query),
    postTonight: ({ viewer, body }) => tonight.post(viewer, body),
    deleteTonight: ({ viewer, params }) => tonight.remove(viewer, params.id),
    respondTonight: ({ viewer, params, body }) => tonight.respond(viewer, params.id, body.message),
    tonightResponses: ({ viewer, params, query }) => tonight.responses(viewer, params.id, query),
    listSafetyPlans: ({ viewer }) => safety.list(viewer),
    createSafetyPlan: ({ viewer, body }) => safety.share(viewer, body),
    checkInSafetyPlan: ({ viewer, params, body }) => safety.checkIn(viewer, params.id, body.extendMinutes),
    cancelSafetyPlan: ({ viewer, params }) => safety.cancel(viewer, params.id),
    sharedPlan: ({ params, reply }) => {
      keepPrivate(reply);
      return safety.open(params.token);
    },
    stopSharedPlans: ({ params, reply }) => {
      keepPrivate(reply);
      return safety.stop(params.token);
    },
  });
};

export const safetyContactRoutes = ({ locations }: { locations: LocationsService }): BoundOperation[] => {
  const { safetyContacts } = locations;
  return bind(safetyContactOperations, {
    safetyContact: ({ viewer }) => safetyContacts.get(viewer),
    setSafetyContact: ({ viewer, body }) => safetyContacts.set(viewer, body),
    removeSafetyContact: ({ viewer }) => safetyContacts.remove(viewer),
    raiseAlarm: ({ viewer, body }) => safetyContacts.alarm(viewer, body.typedAt),
    sharedSafetyContact: ({ params, reply }) => {
      keepPrivate(reply);
      return safetyContacts.open(params.token);
    },
    stopSafetyContact: ({ params, reply }) => {
      keepPrivate(reply);
      return safetyContacts.stop(params.token);
    },
  });
};
