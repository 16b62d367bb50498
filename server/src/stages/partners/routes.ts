// Partner routes: the partner that sent an applicant, and the partners offered to people the lender cannot serve.
import type { FastifyInstance } from 'fastify';
import { consents } from '#contract/consents.ts';
import type { ResponseOf } from '#contract/endpoint.ts';
import {
  agreeToPartners,
  type DeclinedPartner,
  getDeclinedPartner,
  getPartners,
  getReferrer,
} from '#contract/partners.ts';
import type { Partner } from '#lender/schema/partners.ts';
import { type Application, transactOn } from '../../journey/applications.ts';
import { saveAgreement } from '../../journey/consents.ts';
import { serveStep } from '../../journey/step.ts';
import { fail } from '../../platform/failure.ts';
import { serve } from '../../platform/http/http.ts';
import { audit } from '../../records/audit.ts';
import { hasConsented } from '../../records/consents.ts';
import type { Services } from '../../services.ts';
import { errorMessages } from '../../wording/error-messages.ts';

export function partnerRoutes(app: FastifyInstance, services: Services): void {
  const { db, vault, clock } = services;
  const { partners } = services.lender;

  serve(app, getReferrer, async ({ query }) => {
    const partner = partners.find(({ subIds }) => subIds.includes(query.sub_id));
    // Anyone can put anything in the address, so an unknown partner is a normal response, not an error in the console.
    return partner === undefined ? {} : { partner: { name: partner.name, logo: `/lender/${partner.logo}` } };
  });

  serveStep(app, services, getDeclinedPartner, 'partner', async ({ context }) => {
    const partner = partners.find(({ id }) => id === context.application.partner_id);
    if (!partner?.declinedLink) fail('not-found', errorMessages['not-found'].noPartner);
    return shown(partner, partner.declinedLink);
  });

  serveStep(app, services, getPartners, 'partners', async ({ context }) => referralOf(context.application));

  serveStep(app, services, agreeToPartners, 'partners', async ({ context, request }) => {
    const { application, session } = context;
    const subject = { applicationId: application.id, sessionId: session.id };
    await transactOn(db, application.id, async (tx) => {
      // Two presses at once leave one consent.
      if (await hasConsented(tx, vault, application.id, consents.partners.statement)) return;
      await saveAgreement(tx, services, request, subject, ['partners']);
      await audit(tx, clock, subject, { type: 'partners-agreed' });
    });
    return referralOf(application);
  });

  async function referralOf({ id, partner_id: own }: Application): Promise<ResponseOf<typeof getPartners>> {
    const isAgreed = await hasConsented(db, vault, id, consents.partners.statement);
    const taking = isAgreed ? partners.toSorted((a, b) => Number(b.id === own) - Number(a.id === own)) : [];
    return {
      isAgreed,
      partners: taking.flatMap((partner) =>
        partner.declinedLink ? [shown(partner, partner.declinedLink)] : [],
      ),
    };
  }
}

const shown = ({ name, logo }: Partner, partnerLink: string): DeclinedPartner => ({
  name,
  logo: `/lender/${logo}`,
  partnerLink,
});
