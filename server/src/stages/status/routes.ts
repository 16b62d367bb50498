// The status page's one read. It reveals nothing before a returning applicant has entered the text code.
import type { FastifyInstance } from 'fastify';
import { getApplicationStatus } from '#contract/application-status.ts';
import { addMonths, isoDate } from '#finance/dates.ts';
import { permissionsOf } from '../../journey/chart.ts';
import { requireContext } from '../../journey/request-context.ts';
import { cancelableUntil } from '../../journey/withdrawal.ts';
import { lenderToday } from '../../platform/clock.ts';
import { serve } from '../../platform/http/http.ts';
import { movesOf } from '../../records/audit.ts';
import { findDisbursement } from '../../records/disbursements.ts';
import { noticesOf } from '../../records/notices.ts';
import { uploadsOf } from '../../records/uploads.ts';
import type { With } from '../../services.ts';
import { missingDocuments } from '../notices/missing-items.ts';
import { eventsBeside, statusOf } from './status.ts';

export function statusRoutes(
  app: FastifyInstance,
  services: With<'clock' | 'db' | 'sessions' | 'lender'>,
): void {
  serve(app, getApplicationStatus, async ({ request, params }) => {
    const { application } = await requireContext(services, request, params.applicationId);
    const { actions, signing } = permissionsOf(application);
    const [moves, paid, uploads, missing, notices, cancelable] = await Promise.all([
      movesOf(services.db, application.id, eventsBeside),
      findDisbursement(services.db, application.id),
      uploadsOf(services.db, application.id),
      missingDocuments(services.db, application),
      noticesOf(services.db, application.id),
      signing === 'completed' && actions.has('withdraw')
        ? cancelableUntil(services.db, services, application.id)
        : undefined,
    ]);
    const hasSentDocuments = missing.length === 0 && uploads.some(({ handInId }) => handInId !== null);
    const money = paid && {
      scheduledAt: paid.created_at,
      sentAt: paid.sent_at,
      arrivesOn: paid.effective_on,
      firstDueOn: addMonths(isoDate(paid.effective_on), 1),
    };
    const today = lenderToday(services);
    const facts = { moves, money, hasSentDocuments, notices, today, cancelableUntil: cancelable };
    return statusOf(application, facts);
  });
}
