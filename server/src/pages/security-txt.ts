// Where to report a vulnerability (RFC 9116).
import type { FastifyInstance } from 'fastify';
import type { Lender } from '#lender/load.ts';
import { type Clock, daysAfter } from '../platform/clock.ts';
import type { Config } from '../platform/config.ts';

/** The RFC recommends less than a year. Each response renews it, because the address is part of the release. */
const expiresAfterDays = 90;

export const securityTxtPath = '/.well-known/security.txt';

export function securityTxtRoute(
  app: FastifyInstance,
  services: {
    readonly config: Pick<Config, 'publicUrl'>;
    readonly clock: Clock;
    readonly lender: Pick<Lender, 'brand'>;
  },
): void {
  const { config, clock, lender } = services;
  const { emails } = lender.brand;
  app.get(securityTxtPath, async (_request, reply) =>
    reply
      .type('text/plain; charset=utf-8')
      .header('cache-control', 'public, max-age=86400')
      .send(
        [
          `Contact: mailto:${emails.security ?? emails.customerService}`,
          `Expires: ${daysAfter(clock.now(), expiresAfterDays).toISOString()}`,
          'Preferred-Languages: en',
          `Canonical: ${config.publicUrl}${securityTxtPath}`,
          '',
        ].join('\n'),
      ),
  );
}
