// Coming back by a mailed link: its token begins a session in this browser, and the answer says where to go on.
import type { FastifyInstance } from 'fastify';
import { getBranch } from '#contract/branches.ts';
import { getPrequalification } from '#contract/prequalification.ts';
import { resumeLead } from '#contract/resume.ts';
import { findHere } from '../journey/here.ts';
import { hrefOf } from '../journey/hrefs.ts';
import type { StateName } from '../journey/states.ts';
import type { Parts } from '../parts.ts';
import { audit } from '../platform/audit.ts';
import { transact } from '../platform/database.ts';
import { serve } from '../platform/http.ts';
import { readResumeToken } from './link.ts';

export function resumeRoutes(app: FastifyInstance, parts: Parts): void {
  const { db, clock, limiter, sessions, vault } = parts;

  serve(app, resumeLead, async ({ request, reply }) => {
    await limiter.spend('open-link', vault.lookup('address', request.ip));
    const token = (request.headers.authorization ?? '').replace(/^(?:Bearer|Token)\s+/i, '');
    const id = readResumeToken(parts, token);
    // The specification's two ways to say no: this message leads to the error page, any other to the expired page.
    if (id === 'not-ours') return { errors: [{ message: 'Application error' }] };
    if (id === 'expired') return { errors: [{ message: 'This link has expired.' }] };
    const application = await db
      .selectFrom('application')
      .select(['state', 'branch_id', 'requested_amount', 'loan_amount', 'selected_term'])
      .where('id', '=', id)
      .executeTakeFirst();
    if (!application) return { errors: [{ message: 'Application error' }] };
    const state = application.state as StateName;
    if (state === 'SUPERSEDED' || state === 'OFFER_EXPIRED' || state === 'OFFER_VOID') {
      return { errors: [{ message: 'Sorry, this offer has expired' }] };
    }
    const here = await findHere(parts, request);
    if (typeof here === 'string' || here.application?.id !== id) {
      const session = await transact(db, async (tx) => {
        const begun = await sessions.begin(tx, id, request);
        await audit(tx, clock, { applicationId: id, sessionId: begun.id }, { type: 'resumed' });
        return begun;
      });
      session.set(reply);
    }
    const amount = application.loan_amount ?? application.requested_amount;
    return {
      prequalificationsHref: hrefOf(getPrequalification, id),
      updateLead: false,
      ...(application.branch_id === null ? {} : { branchHref: hrefOf(getBranch, id) }),
      ...(amount === null ? {} : { loanAmount: amount }),
      ...(application.selected_term === null ? {} : { loanTerm: application.selected_term.months }),
    };
  });
}
