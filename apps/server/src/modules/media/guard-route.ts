import type { Access, RateBudget } from '@vlam/contract/operation';
import type { FastifyRequest } from 'fastify';
import { requireAccess } from '../../platform/guard.ts';
import type { RateLimiter } from '../../platform/rate-limit.ts';
import { refuseForeignSite } from '../../platform/same-site.ts';
import type { Viewer } from '../../platform/viewer.ts';

export interface RouteGuardDependencies {
  authenticate(request: FastifyRequest): Promise<Viewer | null>;
  rateLimiter: RateLimiter;
}

/** The steps every operation passes, for routes that carry files: site, session, budget, access. */
export async function guardRoute(
  deps: RouteGuardDependencies,
  request: FastifyRequest,
  rule: { name: string; access: Exclude<Access, 'public'>; rate: RateBudget },
): Promise<Viewer> {
  request.operationName = rule.name;
  refuseForeignSite(request, false);
  const viewer = await deps.authenticate(request);
  request.viewer = viewer;
  deps.rateLimiter.spend(rule.rate, request.ip, viewer);
  requireAccess(rule.access, viewer, false);
  return viewer as Viewer;
}
