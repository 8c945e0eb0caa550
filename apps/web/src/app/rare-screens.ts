import type { ComponentType } from 'react';

/** Screens that few visits need: their names and files are loaded with the first of them. */
export const rareScreens = {
  createInterest: () => import('./routes/create-interest.tsx'),
  takedown: () => import('./routes/takedown.tsx'),
  takedownStatus: () => import('./routes/takedown-status.tsx'),
  compliance: () => import('./routes/compliance.tsx'),
  classificationRegister: () => import('./routes/classification-register.tsx'),
  consentRegister: () => import('./routes/consent-register.tsx'),
  fpbRegistration: () => import('./routes/fpb-registration.tsx'),
  review: () => import('./routes/review.tsx'),
  personalInformation: () => import('./routes/personal-information.tsx'),
  personalInformationLink: () => import('./routes/personal-information-link.tsx'),
  consents: () => import('./routes/consents.tsx'),
  decisions: () => import('./routes/decisions.tsx'),
  consentLink: () => import('./routes/consent-link.tsx'),
  plan: () => import('./routes/plan.tsx'),
  safetyContact: () => import('./routes/safety-contact.tsx'),
  identity: () => import('./routes/identity.tsx'),
  myData: () => import('./routes/my-data.tsx'),
  testProfiles: () => import('./routes/test-profiles.tsx'),
  testLogin: () => import('./routes/test-login.tsx'),
  demoOutbox: () => import('./routes/demo-outbox.tsx'),
  studioPeople: () => import('./routes/studio-people.tsx'),
  studioFigures: () => import('./routes/studio-figures.tsx'),
  studioPrices: () => import('./routes/studio-prices.tsx'),
  goLive: () => import('./routes/go-live.tsx'),
  forgotPassword: () => import('./routes/forgot-password.tsx'),
  resetPassword: () => import('./routes/reset-password.tsx'),
} satisfies Record<string, () => Promise<{ Route: ComponentType }>>;

export type RarePath = keyof typeof rareScreens;
