// Routes that start and stop reminders, and that unsubscribe an address: for our page, and for mail programs (RFC 8058).

import type { FastifyInstance } from 'fastify';
import { setReminders, unsubscribe as unsubscribeByLink } from '#contract/notices.ts';
import { pathOf } from '#contract/screens.ts';
import { transactOn } from '../journey/applications.ts';
import { serveStep } from '../journey/step.ts';
import { transact } from '../platform/db/database.ts';
import { readEmailedToken } from '../platform/emailed-links.ts';
import type { Lookup } from '../platform/encryption.ts';
import { fail } from '../platform/failure.ts';
import { serve, tokenOf } from '../platform/http/http.ts';
import { networkOf } from '../platform/http/network.ts';
import { receiveWebhook } from '../platform/http/webhooks.ts';
import { audit } from '../records/audit.ts';
import { deleteReminder, insertReminder, reminderStatusOf, unsubscribe } from '../records/reminders.ts';
import type { Services } from '../services.ts';
import { errorMessages } from '../wording/error-messages.ts';
import { firstReminder, oneClickPath, unsubscribePurpose } from './reminders.ts';

export function reminderRoutes(app: FastifyInstance, services: Services): void {
  const { db, clock, limiter, vault } = services;

  serveStep(app, services, setReminders, 'reminders', async ({ context, body }) => {
    const { application, session } = context;
    const { id } = application;
    const subject = { applicationId: id, sessionId: session.id };
    const before = await reminderStatusOf(db, id);
    if (before === 'unsubscribed') return { status: before };
    await transactOn(db, id, async (tx) => {
      const hasChanged = body.wanted
        ? await insertReminder(tx, clock, id, firstReminder(application, clock.now()))
        : await deleteReminder(tx, id);
      const type = body.wanted ? 'reminders-requested' : 'reminders-stopped';
      if (hasChanged) await audit(tx, clock, subject, { type });
    });
    return { status: body.wanted ? ('on' as const) : ('off' as const) };
  });

  serve(app, unsubscribeByLink, async ({ request }) => {
    await limiter.spend('open-link', vault.lookup('address', networkOf(request.ip)));
    return { status: await unsubscribeBy(tokenOf(request)) };
  });

  receiveWebhook(app, oneClickPath, async (body, request) => {
    if (new URLSearchParams(body.toString('utf8')).get('List-Unsubscribe') !== 'One-Click')
      fail('malformed', errorMessages.malformed.message);
    const { token = '' } = request.query as { readonly token?: unknown };
    if (!(await unsubscribeBy(String(token)))) fail('not-found', errorMessages['not-found'].linkNotOurs);
  });
  // A mail program that only follows links gets our page, which does the same.
  app.get(oneClickPath, async (request, reply) => {
    const { token = '' } = request.query as { readonly token?: unknown };
    return reply.redirect(`${pathOf('unsubscribe')}?token=${encodeURIComponent(String(token))}`, 303);
  });

  async function unsubscribeBy(token: string): Promise<boolean> {
    const read = readEmailedToken(services, unsubscribePurpose, token);
    if (read === 'not-ours') return false;
    await transact(db, (tx) => unsubscribe(tx, clock, read.subject as Lookup));
    return true;
  }
}
