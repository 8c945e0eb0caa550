import { ageVerificationOperations } from '@vlam/contract/age-verification';
import { type BoundOperation, bind } from '../../platform/operation.ts';
import type { AgeVerificationService } from './service.ts';

export const ageVerificationRoutes = (services: { ageVerification: AgeVerificationService }): BoundOperation[] =>
  bind(ageVerificationOperations, {
    verifyAge: async ({ viewer, body }) => {
      await services.ageVerification.verify(viewer, body);
      return { verified: true };
    },
    ageCheck: ({ viewer }) => services.ageVerification.getState(viewer),
    listAgeReviews: ({ query }) => services.ageVerification.reviews.list(query),
    decideAgeReview: async ({ viewer, params, body }) => {
      await services.ageVerification.reviews.decide(viewer, params.id, body);
      return undefined;
    },
  });
