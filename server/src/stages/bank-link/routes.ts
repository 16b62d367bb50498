// Bank link routes: the link token, the exchange, the linked bank, the banks that can be linked, and the vendor's webhooks.
import type { FastifyInstance } from 'fastify';
import { bankName } from '#contract/bank-account-fields.ts';
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
import { type Application, lockApplication, transactOn } from '../../journey/applications.ts';
import { takesBank } from '../../journey/bank-linking.ts';
import { type Position, permissionsOf, transitionOf } from '../../journey/chart.ts';
import { assertAllowed, isAllowed, refuseStep } from '../../journey/guard.ts';
import { hrefOf } from '../../journey/hrefs.ts';
import { verifyFromBank } from '../../journey/jobs.ts';
import { requireContext } from '../../journey/request-context.ts';
import { serveStep } from '../../journey/step.ts';
import { type Tx, transact } from '../../platform/db/database.ts';
import { fail } from '../../platform/failure.ts';
import { serve } from '../../platform/http/http.ts';
import { networkOf } from '../../platform/http/network.ts';
import { receiveWebhook, refuseWebhook } from '../../platform/http/webhooks.ts';
import { ifUnanswered, ifUnavailable } from '../../platform/jobs/vendor-calls.ts';
import {
  applicationOfItem,
  institutionOf,
  isItem,
  type LinkedBank,
  linkedBankOf,
  maskOf,
  stopWaitingForData,
} from '../../records/linked-banks.ts';
import type { Services, With } from '../../services.ts';
import { type BankEvent, BankRefused } from '../../vendors/bank-data.ts';
import { errorMessages } from '../../wording/error-messages.ts';
import { assertOffersOpen } from '../offers/service.ts';
import { sharedAccounts } from './accounts.ts';
import { isInsideAnotherApp } from './inside-another-app.ts';
import { dropRevokedAccount } from './jobs.ts';
import { linkTokenFor, spendNamedToken } from './link-token.ts';
import { problemOf, recordProblem } from './problems.ts';
import { linkBank, removeBank, repairBank, verifyAgain } from './service.ts';

const isVerifying = (position: Position) => permissionsOf(position).verification === 'PENDING';

const institutionId = /^[A-Za-z0-9_]{1,64}$/;

export const bankLinkRoutes = [institutionRoutes, linkRoutes, linkedBankRoutes, receiveBankEvents];

function institutionRoutes(app: FastifyInstance, services: Services): void {
  const { institutions } = services;

  serve(app, getInstitutions, async ({ request }) => {
    await requireContext(services, request);
    return [...(await institutions.list().catch(refuseForNow(services)))];
  });

  serve(app, getInstitution, async ({ request, params }) => {
    const { application } = await requireContext(services, request);
    const { institutionId: id } = params;
    const found = await findBank(services, application, id).catch(refuseForNow(services));
    if (found === undefined) fail('not-found', errorMessages['not-found'].bankUnknown);
    return { id, name: found.name, logo: found.logo };
  });
}

function linkRoutes(app: FastifyInstance, services: Services): void {
  const { db, clock } = services;

  serveStep(app, services, getLinkToken, 'linkToken', async ({ context, query, request }) => {
    const { application } = context;
    const { used } = query;
    const isHosted = isInsideAnotherApp(request.headers['user-agent']);
    if (!(await takesBank(services, application))) refuseStep();
    await assertOffersOpen(services, application);
    if (query.repair === undefined) {
      assertAllowed(application, 'exchange');
      const token = await linkTokenFor(services, application, { used, isHosted }).catch(
        refuseForNow(services),
      );
      return { ...token, exchangeHref: hrefOf(exchangePublicToken, application.id) };
    }
    assertAllowed(application, 'repairBank');
    const bank = (await linkedBankOf(db, application.id)) ?? refuseStep();
    const token = await linkTokenFor(services, application, { used, repairs: bank, isHosted }).catch(
      async (error: unknown) => {
        // If the applicant revoked access at the bank, a new login is not always possible.
        if (error instanceof BankRefused && error.kind !== 'bank') {
          const { code } = error;
          await transactOn(db, application.id, (tx) => recordProblem(tx, clock, bank.id, code));
          fail('not-found', errorMessages['not-found'].bankAccessEnded);
        }
        return refuseForNow(services)(error);
      },
    );
    return { ...token, exchangeHref: hrefOf(repairLinkedBank, application.id) };
  });

  serve(app, exchangePublicToken, async ({ request, params, body }) => {
    const context = await requireContext(services, request, params.applicationId);
    const { application } = context;
    const { id } = application;
    if (!institutionId.test(body.institutionId))
      fail('invalid', errorMessages.invalid.noSuchBank, 'institutionId');
    await assertOffersOpen(services, application);
    await linkBank(services, context, {
      publicToken: body.publicToken,
      institutionId: body.institutionId,
      institutionName: await nameOfBank(services, application, body),
    });
    const { application: now } = await requireContext(services, request, id);
    // A bank to verify leads to verification; a bank on the fast path leads to its accounts.
    if (isAllowed(now, 'verification')) return { href: hrefOf(getVerification, id) };
    return isAllowed(now, 'accounts') ? { accountsHref: hrefOf(getAccounts, id) } : {};
  });
}

function linkedBankRoutes(app: FastifyInstance, services: Services): void {
  const { db, vault, institutions } = services;

  serve(app, repairLinkedBank, async ({ request, params }) => {
    const context = await requireContext(services, request, params.applicationId);
    const { application } = context;
    const { id } = application;
    const verification = { href: hrefOf(getVerification, id) };
    // A webhook already reported that the bank is available again.
    if (isVerifying(application)) return verification;
    assertAllowed(application, 'repairBank');
    await assertOffersOpen(services, application);
    await repairBank(services, context);
    const { application: now } = await requireContext(services, request, id);
    return isVerifying(now) ? verification : {};
  });

  serveStep(app, services, getLinkedBank, 'linkedBank', async ({ context }) => {
    const { application } = context;
    const { id } = application;
    const bank = await linkedBankOf(db, id);
    if (bank === undefined) fail('not-found', errorMessages['not-found'].bankNotConnected);
    const mask = maskOf(vault, bank);
    const { institutionId: bankId, institutionName } = institutionOf(vault, bank);
    const problem = problemOf(bank.problem);
    const repair = `${hrefOf(getLinkToken, id)}?repair=true`;
    const [institution, accounts] = await Promise.all([
      institutions.find(bankId).catch(ifUnavailable(() => undefined)),
      problem === undefined || problem === 'ending' ? sharedAccounts(services, bank) : undefined,
    ]);
    return {
      institution: {
        institutionId: bankId,
        name: institution?.name ?? institutionName,
        ...(institution?.logo === undefined ? {} : { logo: institution.logo }),
      },
      ...(mask === undefined ? {} : { mask }),
      ...(accounts === undefined ? {} : { accounts }),
      ...(problem === undefined ? {} : { problem }),
      ...(isAllowed(application, 'repairBank') && problem !== 'ended' ? { repair: { href: repair } } : {}),
      ...(isAllowed(application, 'exchange') ? { replace: { href: hrefOf(getLinkToken, id) } } : {}),
      ...(isAllowed(application, 'removeBank') ? { remove: { href: hrefOf(removeLinkedBank, id) } } : {}),
      isNeeded: transitionOf(application, 'bankRemoved')?.undoes?.includes('verification') ?? false,
    };
  });

  serve(app, removeLinkedBank, async ({ request, params }) => {
    const { application, subject } = await requireContext(services, request, params.applicationId);
    // A repeated press finds that the bank is already removed.
    if (isAllowed(application, 'linkedBank') && !isAllowed(application, 'removeBank')) return {};
    assertAllowed(application, 'removeBank');
    await removeBank(services, subject);
    return {};
  });
}

/** The bank-data vendor does not respond, or another request is already requesting the same token. */
const refuseForNow = ({ log }: With<'log'>) =>
  ifUnanswered((error): never => {
    log.warn({ err: error }, 'bank data not read');
    return fail('try-again', errorMessages['try-again'].bankLink);
  });

/** Anyone can invent an id. The vendor is called only for an applicant who links a bank, and so often. */
function findBank(
  { institutions, limiter }: With<'institutions' | 'limiter'>,
  application: Application,
  id: string,
) {
  return institutions.find(id, async () => {
    if (!isAllowed(application, 'linkToken') && !isAllowed(application, 'linkedBank')) refuseStep();
    await limiter.spend('look-up-bank', application.id);
  });
}

/** The vendor's name for the bank. While the vendor does not respond, the browser's, if it is a plausible name. */
async function nameOfBank(
  services: With<'institutions' | 'limiter'>,
  application: Application,
  chosen: { readonly institutionId: string; readonly institutionName: string },
): Promise<string> {
  const bank = await findBank(services, application, chosen.institutionId).catch(
    ifUnavailable(() => undefined),
  );
  if (bank) return bank.name;
  return bankName.safeParse(chosen.institutionName).success ? chosen.institutionName.trim() : 'Your bank';
}

/** A message only triggers a check; repeated, late or unknown ones change nothing. */
function receiveBankEvents(app: FastifyInstance, services: Services): void {
  const { db, clock, log, jobs, limiter, vault, vendors } = services;
  const { vendor, webhook } = vendors.bankData;

  receiveWebhook(app, webhook.path, async (body, request) => {
    const message = await webhook
      .read(body, request.headers, {
        now: clock.now(),
        beforeKeyRequest: () => limiter.spend('webhook-key', vault.lookup('address', networkOf(request.ip))),
        signal: () => vendors.timeouts.signal(5),
      })
      .catch(ifUnavailable(() => fail('try-again', errorMessages['try-again'].signatureNotChecked)));
    if (typeof message === 'string') refuseWebhook(message);
    const { sentAt, type, code, event } = message;
    log.info({ vendor, type, code }, 'webhook');
    if (event === undefined) return;
    services.metrics.vendorEvents.inc({ vendor: 'bankData', by: 'webhook' });
    await handle(event, sentAt);
  });

  async function handle(event: BankEvent, at: Date): Promise<void> {
    switch (event.kind) {
      case 'link-token-used':
        await spendNamedToken(services, event.linkToken);
        return;
      // Resumes the verification that waits for the data, or retries it if it has failed since.
      case 'data-ready':
        return onCurrentBank(event.itemId, async (tx, { id, application_id: applicationId, ...bank }) => {
          await stopWaitingForData(tx, id);
          const isRetried = await verifyAgain(tx, services, { applicationId }, id, { unseen: true });
          if (!isRetried && bank.waits_for_data)
            await jobs.enqueue(tx, verifyFromBank, applicationId, { linkedBankId: id });
        });
      case 'problem': {
        const { itemId, problem, revokedAccountId: accountId } = event;
        await onCurrentBank(itemId, async (tx, { id, application_id: applicationId }) => {
          const isFixed = (await recordProblem(tx, clock, id, problem, at)) && problem === null;
          if (isFixed) await verifyAgain(tx, services, { applicationId }, id, { unseen: true });
        });
        // The applicant revoked access to one account. Money to and from it must stop, even long after the verification.
        if (accountId !== undefined)
          await onCurrentBank(itemId, (tx, bank) =>
            jobs.enqueue(tx, dropRevokedAccount, bank.application_id, { accountId }),
          );
      }
    }
  }

  /** Does nothing if the item is no longer an application's current bank. */
  async function onCurrentBank(itemId: string, write: (tx: Tx, bank: LinkedBank) => Promise<unknown>) {
    await transact(db, async (tx) => {
      const applicationId = await applicationOfItem(tx, vault, itemId);
      if (applicationId === undefined) return;
      await lockApplication(tx, applicationId);
      const bank = await linkedBankOf(tx, applicationId);
      if (bank && isItem(vault, bank, itemId)) await write(tx, bank);
    });
  }
}
