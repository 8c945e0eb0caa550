import { coverOperations } from '@vlam/contract/identity-cover';
import { languageOperations } from '@vlam/contract/identity-language';
import { type BoundOperation, bind } from '../../platform/operation.ts';
import type { IdentityService } from './service.ts';

/** What goes with the account to every device. */
export const coverRoutes = ({ identity: { covers, languages } }: { identity: IdentityService }): BoundOperation[] => [
  ...bind(languageOperations, {
    setAccountLanguage: async ({ viewer, body }) => ({ language: await languages.set(viewer, body.language) }),
  }),
  ...bind(coverOperations, {
    accountCover: async ({ viewer }) => ({ cover: await covers.get(viewer) }),
    setAccountCover: async ({ viewer, body: { cover, byDevice } }) => ({
      cover: await (byDevice ? covers.follow(viewer, cover) : covers.set(viewer, cover)),
    }),
  }),
];
