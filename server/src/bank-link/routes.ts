// Bank link: the link token, the exchange, the linked bank, and the banks that can be linked.
import type { FastifyInstance } from 'fastify';
import {
  exchangePublicToken,
  getInstitution,
  getInstitutions,
  getLinkedBank,
  getLinkToken,
  removeLinkedBank,
} from '#contract/bank-link.ts';
import { getAccounts } from '#contract/deposit.ts';
import { getVerification } from '#contract/verification.ts';
import { requireHere } from '../journey/here.ts';
import { hrefOf } from '../journey/hrefs.ts';
import { canHappen, may, require } from '../journey/policy.ts';
import { serveStep } from '../journey/step.ts';
import { mustNotBeExpired } from '../offers/service.ts';
import type { Parts } from '../parts.ts';
import { fail } from '../platform/failure.ts';
import { serve } from '../platform/http.ts';
import { NoAnswer, NothingHappened, Underway } from '../platform/outside.ts';
import { linkTokenFor } from './link-token.ts';
import { linkBank, removeBank } from './service.ts';
import { linkedBankOf, maskOf } from './store.ts';
import { receiveBankNews } from './webhooks.ts';

const institutionId = /^[A-Za-z0-9_]{1,64}$/;

export function bankLinkRoutes(app: FastifyInstance, parts: Parts): void {
  const { db, vault, log, institutions } = parts;

  serve(app, getInstitutions, async ({ request }) => {
    await requireHere(parts, request);
    return (await institutions.list().catch(notNow)).map(withoutUnset);
  });

  serve(app, getInstitution, async ({ request, params }) => {
    await requireHere(parts, request);
    const id = params.institutionId ?? '';
    const found = institutionId.test(id) ? await institutions.find(id).catch(notNow) : undefined;
    if (found === undefined) fail('not-found', 'There is no bank of this name.');
    return { id, name: found.name, ...(found.logo === undefined ? {} : { logo: found.logo }) };
  });

  serveStep(app, parts, getLinkToken, 'linkToken', async ({ here, query }) => {
    const { application } = here;
    if (canHappen(application.state, 'offerExpired')) await mustNotBeExpired(parts, application);
    const linkToken = await linkTokenFor(parts, application, query.used).catch(notNow);
    return { linkToken, exchangeHref: hrefOf(exchangePublicToken, application.id) };
  });

  serve(app, exchangePublicToken, async ({ request, params, body }) => {
    const { application, session } = await requireHere(parts, request, params.applicationId ?? '');
    const { id, state } = application;
    if (!institutionId.test(body.institutionId)) fail('invalid', 'There is no such bank.', 'institutionId');
    if (canHappen(state, 'offerExpired')) await mustNotBeExpired(parts, application);
    await linkBank(parts, application, session.id, {
      publicToken: body.publicToken,
      institutionId: body.institutionId,
      institutionName: body.institutionName.trim(),
    });
    const served = (endpoint: { method: 'GET' | 'POST'; path: string }) =>
      app.hasRoute({ method: endpoint.method, url: endpoint.path });
    const { application: now } = await requireHere(parts, request, id);
    // A bank that is to be verified leads there; one on the fast path leads to its accounts.
    if (may(now.state, 'verification')) return { href: hrefOf(getVerification, id) };
    return may(now.state, 'accounts') && served(getAccounts) ? { accountsHref: hrefOf(getAccounts, id) } : {};
  });

  serveStep(app, parts, getLinkedBank, 'linkedBank', async ({ here }) => {
    const { id, state } = here.application;
    const bank = await linkedBankOf(db, id);
    if (bank === undefined) fail('not-found', 'No bank is connected.');
    const mask = maskOf(vault, bank);
    const known = await institutions.find(bank.institution_id).catch(() => undefined);
    return {
      institution: {
        institutionId: bank.institution_id,
        name: known?.name ?? bank.institution_name,
        ...(known?.logo === undefined ? {} : { logo: known.logo }),
      },
      ...(mask === undefined ? {} : { mask }),
      ...(may(state, 'linkToken') ? { replace: { href: hrefOf(getLinkToken, id) } } : {}),
      ...(may(state, 'removeBank') ? { remove: { href: hrefOf(removeLinkedBank, id) } } : {}),
    };
  });

  serve(app, removeLinkedBank, async ({ request, params }) => {
    const { application, session } = await requireHere(parts, request, params.applicationId ?? '');
    // A second press finds the bank gone.
    if (application.state === 'TERMS_ACCEPTED') return {};
    require(application.state, 'removeBank');
    await removeBank(parts, application, session.id);
    return {};
  });

  receiveBankNews(app, parts);

  /** The bank-data vendor does not answer now, or is being asked the same by another request. */
  function notNow(error: unknown): never {
    if (error instanceof NothingHappened || error instanceof NoAnswer || error instanceof Underway) {
      log.warn({ err: error }, 'bank data not read');
      fail('try-again', 'We cannot connect to banks just now. Please try again in a minute.');
    }
    throw error;
  }
}

const withoutUnset = ({
  institutionId: id,
  name,
  logo,
}: {
  institutionId: string;
  name: string;
  logo: string | undefined;
}) => ({
  institutionId: id,
  name,
  ...(logo === undefined ? {} : { logo }),
});
