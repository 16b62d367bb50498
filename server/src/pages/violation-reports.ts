// Browsers' reports of violated page policies. Anyone can send one, so only known names and the host's end are logged.
import type { FastifyInstance } from 'fastify';
import * as z from 'zod';
import { screenAt } from '#contract/screens.ts';
import { networkOf } from '../platform/http/network.ts';
import { receiveWebhook } from '../platform/http/webhooks.ts';
import { readJson } from '../platform/json.ts';
import type { Services } from '../services.ts';
import { violationReports } from './content-security-policy.ts';

const directives = [
  'default-src',
  'script-src',
  'script-src-elem',
  'script-src-attr',
  'style-src',
  'style-src-elem',
  'style-src-attr',
  'img-src',
  'font-src',
  'connect-src',
  'frame-src',
  'form-action',
  'base-uri',
  'manifest-src',
  'media-src',
  'object-src',
  'worker-src',
  'require-trusted-types-for',
] as const;

const address = z.string().max(8000).catch('');

const report = z.object({
  directive: z.enum(directives).catch('default-src'),
  blocked: address,
  page: address,
  file: address,
});

/** As `report-uri` sends it, which every browser still knows where no `report-to` is named. */
const sentReport = z.object({ 'csp-report': z.looseObject({}) }).transform(({ 'csp-report': body }) =>
  report.parse({
    directive: body['effective-directive'] ?? body['violated-directive'],
    blocked: body['blocked-uri'],
    page: body['document-uri'],
    file: body['source-file'],
  }),
);

export function violationRoutes(app: FastifyInstance, { limiter, vault, log, metrics }: Services): void {
  receiveWebhook(app, violationReports, async (body, request) => {
    await limiter.spend('report-violation', vault.lookup('address', networkOf(request.ip)));
    const read = sentReport.safeParse(readJson(body));
    if (!read.success) return;
    const { directive, blocked, page, file } = read.data;
    metrics.policyReports.inc({ directive });
    if (!(await limiter.trySpend('log-violation', 'all'))) return;
    log.warn(
      { directive, blocked: domainOf(blocked), screen: screenOf(page), file: ownFile(file) },
      'a page tried what its policy refuses',
    );
  });
}

/** What was refused: `inline`, `eval`, or the end of a host. The rest of an address could name a person. */
function domainOf(blocked: string): string {
  if (/^(?:inline|eval|wasm-eval|self|data|blob|about|trusted-types-sink)$/.test(blocked)) return blocked;
  const host = URL.canParse(blocked) ? new URL(blocked).hostname : '';
  return /[^.]+\.[a-z][^.]*$/.exec(host)?.[0] ?? 'other';
}

const screenOf = (page: string) => (URL.canParse(page) ? screenAt(new URL(page).pathname) : undefined);

const ownFile = (file: string) => /\/assets\/([\w-]{1,80}\.js)$/.exec(file)?.[1];
