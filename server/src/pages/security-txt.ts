// Where to report a vulnerability (RFC 9116).
import type { FastifyInstance } from 'fastify';
import { daysAfter } from '../platform/clock.ts';
import type { With } from '../services.ts';

/** The RFC recommends less than a year. Each response renews it, because the address is part of the release. */
const expiresAfterDays = 90;

export const securityTxtPath = '/.well-known/security.txt';

export function securityTxtRoute(
  app: FastifyInstance,
  { config, clock, lender }: With<'config' | 'clock' | 'lender'>,
): void {
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
