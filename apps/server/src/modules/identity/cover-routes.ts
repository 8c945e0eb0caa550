import { coverOperations } from '@vlam/contract/identity-cover';
import { type BoundOperation, bind } from '../../platform/operation.ts';
import type { IdentityService } from './service.ts';

export const coverRoutes = ({ identity: { covers } }: { identity: IdentityService }): BoundOperation[] =>
  bind(coverOperations, {
    accountCover: async ({ viewer }) => ({ cover: await covers.get(viewer) }),
    setAccountCover: async ({ viewer, body }) => ({ cover: await covers.set(viewer, body.cover) }),
  });
