// Partner routes: the partner that sent an applicant, and the partner offered to people the lender cannot serve.
import type { FastifyInstance } from 'fastify';
import { getDeclinedPartner, getReferrer } from '#contract/partners.ts';
import { serveStep } from '../../journey/step.ts';
import { fail } from '../../platform/failure.ts';
import { serve } from '../../platform/http/http.ts';
import type { Services } from '../../services.ts';
import { refusals } from '../../wording/refusals.ts';

export function partnerRoutes(app: FastifyInstance, services: Services): void {
  const { partners } = services.lender;

  serve(app, getReferrer, async ({ query }) => {
    const partner = partners.find((one) => one.subIds.includes(query.sub_id));
    // Anyone can put anything in the address, so an unknown partner is a normal answer, not an error in the console.
    return partner === undefined ? {} : { partner: { name: partner.name, logo: `/lender/${partner.logo}` } };
  });

  serveStep(app, services, getDeclinedPartner, 'partner', async ({ context }) => {
    const partner = partners.find((one) => one.id === context.application.partner_id);
    if (!partner?.declinedLink) fail('not-found', refusals['not-found'].noPartner);
    return { name: partner.name, logo: `/lender/${partner.logo}`, partnerLink: partner.declinedLink };
  });
}
