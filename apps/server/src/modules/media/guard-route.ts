import type { Access, RateBudget } from '@vlam/contract/operation';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { requireAccess } from '../../platform/guard.ts';
import type { Metrics } from '../../platform/metrics.ts';
import type { RateLimiter } from '../../platform/rate-limit.ts';
import { refuseForeignSite } from '../../platform/same-site.ts';
import type { Viewer } from '../../platform/viewer.ts';

export interface RouteGuardDependencies {
  authenticate(request: FastifyRequest): Promise<Viewer | null>;
  rateLimiter: RateLimiter;
  metrics: Pick<Metrics, 'observe'>;
}

/** The steps every operation passes, for routes that carry files: site, session, budget, access. */
export async function guardRoute(
  deps: RouteGuardDependencies,
  request: FastifyRequest,
  reply: FastifyReply,
  rule: { name: string; access: Exclude<Access, 'public'>; rate: RateBudget },
): Promise<Viewer> {
  const started = performance.now();
  request.operationName = rule.name;
  reply.raw.once('finish', () =>
    deps.metrics.observe(rule.name, reply.statusCode, (performance.now() - started) / 1000),
  );
  refuseForeignSite(request, false);
  const viewer = await deps.authenticate(request);
  request.viewer = viewer;
  deps.rateLimiter.spend(rule.rate, request.ip, viewer);
  requireAccess(rule.access, viewer, false);
  return viewer as Viewer;
}
