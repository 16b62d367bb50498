// Bank link: the link token, the exchange, the linked bank, and the banks that can be linked.
import type { FastifyInstance } from 'fastify';
import {
  exchangePublicToken,
  getInstitution,
  getInstitutions,
  getLinkedBank,
  getLinkToken,
  removeLinkedBank,
  repairLinkedBank,
} from '#contract/bank-link.ts';
import { getAccounts } from '#contract/deposit.ts';
import { getVerification } from '#contract/verification.ts';
import { hrefOf } from '../../journey/hrefs.ts';
import { canHappen, may, refuse, require } from '../../journey/policy.ts';
import { requireHere } from '../../journey/request-context.ts';
import { serveStep } from '../../journey/step.ts';
import { transact } from '../../platform/db/database.ts';
import { fail } from '../../platform/failure.ts';
import { serve } from '../../platform/http/http.ts';
import { NoAnswer, NothingHappened, Underway } from '../../platform/jobs/vendor-calls.ts';
import { linkedBankOf, maskOf } from '../../records/linked-banks.ts';
import type { Parts } from '../../services.ts';
import { BankRefused } from '../../vendors/bank-data.ts';
import { mustNotBeExpired } from '../offers/service.ts';
import { sharedAccounts } from './accounts.ts';
import { linkTokenFor } from './link-token.ts';
import { noteProblem, problemOf } from './problems.ts';
import { linkBank, removeBank, repairBank } from './service.ts';
import { receiveBankNews } from './webhooks.ts';

const institutionId = /^[A-Za-z0-9_]{1,64}$/;

export function bankLinkRoutes(app: FastifyInstance, parts: Parts): void {
  const { db, vault, clock, log, institutions } = parts;

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
    if (query.repair === undefined) {
      const linkToken = await linkTokenFor(parts, application, query.used).catch(notNow);
      return { linkToken, exchangeHref: hrefOf(exchangePublicToken, application.id) };
    }
    require(application.state, 'repairBank');
    const bank = await linkedBankOf(db, application.id);
    if (bank === undefined) refuse();
    const linkToken = await linkTokenFor(parts, application, query.used, bank).catch(
      async (error: unknown) => {
        // What a person has revoked at the bank cannot always be logged in to again.
        if (error instanceof BankRefused && error.kind !== 'bank') {
          const { code } = error;
          await transact(db, (tx) => noteProblem(tx, clock, bank.id, code));
          fail('not-found', 'Your bank has ended this connection. Please connect it anew.');
        }
        return notNow(error);
      },
    );
    return { linkToken, exchangeHref: hrefOf(repairLinkedBank, application.id) };
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

  serve(app, repairLinkedBank, async ({ request, params }) => {
    const { application, session } = await requireHere(parts, request, params.applicationId ?? '');
    const { id, state } = application;
    const verification = { href: hrefOf(getVerification, id) };
    // The vendor was quicker to say that the bank is there again.
    if (state === 'VERIFYING') return verification;
    require(state, 'repairBank');
    if (canHappen(state, 'offerExpired')) await mustNotBeExpired(parts, application);
    await repairBank(parts, application, session.id);
    const { application: now } = await requireHere(parts, request, id);
    return now.state === 'VERIFYING' ? verification : {};
  });

  serveStep(app, parts, getLinkedBank, 'linkedBank', async ({ here }) => {
    const { id, state } = here.application;
    const bank = await linkedBankOf(db, id);
    if (bank === undefined) fail('not-found', 'No bank is connected.');
    const mask = maskOf(vault, bank);
    const problem = problemOf(bank.problem);
    const repair = `${hrefOf(getLinkToken, id)}?repair=true`;
    const [known, accounts] = await Promise.all([
      institutions.find(bank.institution_id).catch(() => undefined),
      problem === undefined || problem === 'ending' ? sharedAccounts(parts, bank) : undefined,
    ]);
    return {
      institution: {
        institutionId: bank.institution_id,
        name: known?.name ?? bank.institution_name,
        ...(known?.logo === undefined ? {} : { logo: known.logo }),
      },
      ...(mask === undefined ? {} : { mask }),
      ...(accounts === undefined ? {} : { accounts }),
      ...(problem === undefined ? {} : { problem }),
      ...(may(state, 'repairBank') && problem !== 'ended' ? { repair: { href: repair } } : {}),
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
