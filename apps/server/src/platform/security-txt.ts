import type { FastifyInstance } from 'fastify';
import type { Clock } from './clock.ts';
import type { Config } from './config.ts';
import { AppError } from './errors.ts';

const validDays = 90;

/**
 * `/.well-known/security.txt` (RFC 9116), where a contact is configured. It expires 90 days after the program started:
 * a site that is no longer deployed stops promising a reader.
 */
export function registerSecurityTxt(
  app: FastifyInstance,
  { config, clock }: { config: Pick<Config, 'securityContact' | 'publicUrl'>; clock: Clock },
): void {
  const expires = new Date(clock.now().getTime() + validDays * 86_400_000);
  expires.setUTCHours(0, 0, 0, 0);
  app.get('/.well-known/security.txt', (_request, reply) => {
    if (!config.securityContact) throw new AppError('NOT_FOUND');
    return reply
      .type('text/plain; charset=utf-8')
      .header('cache-control', 'public, max-age=3600')
      .send(
        [
          `Contact: ${config.securityContact}`,
          `Expires: ${expires.toISOString().replace('.000', '')}`,
          'Preferred-Languages: en, af',
          `Canonical: ${config.publicUrl}/.well-known/security.txt`,
          '',
        ].join('\n'),
      );
  });
}
