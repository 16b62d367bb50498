// What a lender's core system must do, as checks that its engineers run against their own test system: `npm run core:check`.
// `callChecks` follow from the interface, like the OpenAPI file. The others are about money, and about requests that must take
// effect once.
import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import {
  type BookedLoan,
  type CallName,
  type CoreCall,
  coreCalls,
  coreRefusals,
} from '../vendors/core-api.ts';
import { coreExamples } from '../vendors/core-examples.ts';
import { type CoreClient, withoutEach } from './core-client.ts';

export interface Known {
  /** A present borrower, and a person with an open application, in the test system; undefined leaves their checks out. */
  readonly borrower: Person | undefined;
  readonly applicant: Person | undefined;
  readonly branchId: string;
  /** Whether the system is to pay loans out. */
  readonly paysOut: boolean;
}

export interface Person {
  readonly ssn: string;
  readonly lastName: string;
  readonly dateOfBirth: string;
}

interface CoreCheck {
  readonly what: string;
  /** Rejects with a description of the problem. */
  readonly run: () => Promise<unknown>;
  readonly leaveOut?: string | undefined;
}

export function coreChecks(core: CoreClient, known: Known): readonly CoreCheck[] {
  const system = { core, ...examplesFor(core, known) };
  return [
    ...lookupChecks(system, known),
    ...loanChecks(system, known),
    ...caseChecks(system),
    ...callChecks(system, known),
  ];
}

type System = ReturnType<typeof examplesFor> & { readonly core: CoreClient };

/** Numbers that begin with 666 are never issued. */
const stranger: Person = { ssn: '666990001', lastName: 'Unknown', dateOfBirth: '1985-04-12' };

function examplesFor(core: CoreClient, { branchId }: Known) {
  const bodies: Readonly<Record<string, object>> = { ...coreExamples, lookUpBorrower: stranger };
  const aLoan = (changes: object = {}) => own({ ...coreExamples.bookLoan, branchId, ...changes });
  const aCase = (changes: object = {}) => own({ ...coreExamples.openCase, branchId, ...changes });
  const boarded = async () => (await core.ok('bookLoan', { json: aLoan() }, 'no loan can be boarded')).loanId;
  const opened = async () => (await core.ok('openCase', { json: aCase() }, 'no case can be opened')).caseId;
  return {
    aLoan,
    aCase,
    boarded,
    opened,
    bodyOf: (name: CallName): object | undefined =>
      name === 'bookLoan' ? aLoan() : name === 'openCase' ? aCase() : bodies[name] && own(bodies[name]),
    /** A loan or a case of its own where the path names one. */
    async targetOf({ path }: CoreCall) {
      if (path.includes('{loanId}')) return { loanId: await boarded() };
      return path.includes('{caseId}') ? { caseId: await opened() } : {};
    },
  };
}

/** Replaces the example's ids. */
const own = <T extends object>(body: T): T => ({
  ...body,
  ...('applicationId' in body && { applicationId: randomUUID() }),
  ...('documentId' in body && { documentId: randomUUID() }),
});

function expectEqual(actual: unknown, wanted: unknown, about: string): void {
  if (!isDeepStrictEqual(actual, wanted))
    throw new Error(`${about} is ${JSON.stringify(actual)}, not ${JSON.stringify(wanted)}`);
}

/** What the interface describes for every call: its responses, refusals and headers. */
function callChecks({ core, bodyOf, targetOf }: System, { paysOut }: Known): readonly CoreCheck[] {
  const all = Object.entries<CoreCall>(coreCalls) as [CallName, CoreCall][];
  const calls = all.filter(([, { isOptional }]) => paysOut || isOptional !== true);
  const sampleOf = async (name: CallName, call: CoreCall) => ({
    json: bodyOf(name),
    query: { ...(call.query && { applicationId: randomUUID() }) },
    ...(await targetOf(call)),
  });
  return [
    ...calls.flatMap(([name, call]): CoreCheck[] => [
      {
        what: `${call.method} ${call.path}: answers as the interface describes`,
        async run() {
          const sent = { ...(await sampleOf(name, call)), key: randomUUID() };
          await core.ok(name, sent);
          // Calls that create a record have a check of their own for this.
          if (call.isKeyed && call.status === 200) await core.ok(name, sent, 'the same request again');
        },
      },
      ...(call.body === undefined
        ? []
        : [
            {
              what: `${call.method} ${call.path}: refuses a request that lacks a field`,
              async run() {
                const target = await targetOf(call);
                const wrong: string[] = [];
                for (const { without, body } of withoutEach(bodyOf(name) ?? {})) {
                  const { status, body: answer } = await core.send(name, { ...target, json: own(body) });
                  if (status !== 400 || !coreRefusals.invalid.body.safeParse(answer).success)
                    wrong.push(`${without} (${status})`);
                }
                if (wrong.length > 0)
                  throw new Error(`not refused with 400 and INVALID_REQUEST without: ${wrong.join(', ')}`);
              },
            },
          ]),
    ]),
    {
      what: 'refuses a wrong API key and a missing one',
      async run() {
        for (const [name, call] of calls) {
          const sent = await sampleOf(name, call);
          for (const apiKey of ['wrong', null])
            await core.refused(name, 'unauthorized', { ...sent, apiKey }, call.path);
        }
      },
    },
    {
      what: 'refuses every change without the header Idempotency-Key',
      async run() {
        for (const [name, call] of calls.filter(([, { isKeyed }]) => isKeyed))
          await core.refused(name, 'invalid', { ...(await sampleOf(name, call)), key: null }, call.path);
      },
    },
    {
      what: 'knows no loan and no case that is not there',
      async run() {
        for (const [name, { path, refusals }] of calls) {
          const refusal = refusals.find((one) => one === 'noSuchLoan' || one === 'noSuchCase');
          const nowhere = { loanId: `none-${randomUUID()}`, caseId: `none-${randomUUID()}` };
          if (refusal) await core.refused(name, refusal, { ...nowhere, json: bodyOf(name) }, path);
        }
      },
    },
  ];
}

function lookupChecks({ core }: System, { borrower, applicant }: Known): readonly CoreCheck[] {
  const known = async (person: Person, standing: string) => {
    const lookUp = (json: Person) => core.ok('lookUpBorrower', { json });
    const theirs = await lookUp(person);
    expectEqual([theirs.standing, theirs.isSamePerson], [standing, true], 'the standing');
    const other = await lookUp({ ...person, lastName: 'Someoneelse' });
    expectEqual([other.standing, other.isSamePerson], [standing, false], 'the standing by another last name');
  };
  return [
    {
      what: 'reports that it is online',
      run: async () => expectEqual((await core.ok('status', {})).online, true, 'online'),
    },
    {
      what: 'responds within two seconds that a stranger is unknown',
      async run() {
        const begun = performance.now();
        const { standing, isSamePerson, earlierLoans } = await core.ok('lookUpBorrower', { json: stranger });
        const seconds = (performance.now() - begun) / 1000;
        if (seconds > 2) throw new Error(`it took ${seconds.toFixed(1)} seconds`);
        expectEqual([standing, isSamePerson], ['NONE', null], 'the standing');
        const noLoans = { openLoans: 0, paidAsAgreed: 0, chargedOff: 0, monthsSincePayoff: null };
        expectEqual(earlierLoans ?? noLoans, noLoans, 'the earlier loans of a stranger');
      },
    },
    {
      what: 'knows a present borrower, and whether name and birth date are theirs',
      leaveOut: borrower ? undefined : 'name one with --borrower',
      run: () => known(borrower ?? stranger, 'PRESENT_BORROWER'),
    },
    {
      what: 'knows who has an open application',
      leaveOut: applicant ? undefined : 'name one with --applicant',
      run: () => known(applicant ?? stranger, 'DUPLICATE'),
    },
  ];
}

const withoutPayout = ({ loanId, canceled }: BookedLoan) => ({ loanId, canceled });

function loanChecks({ core, aLoan, boarded }: System, { paysOut }: Known): readonly CoreCheck[] {
  return [
    {
      what: 'boards a loan secured by a vehicle, and one that is not',
      async run() {
        await boarded();
        const note = { ...coreExamples.bookLoan.note, isAutoSecured: false };
        await core.ok('bookLoan', { json: aLoan({ vehicle: null, note }) }, 'unsecured');
      },
    },
    {
      what: 'boards one loan for an application, even for repeated and concurrent requests',
      async run() {
        const sent = { json: aLoan(), key: randomUUID() };
        const atOnce = await Promise.all([1, 2, 3].map(() => core.send('bookLoan', sent)));
        const { loanId } = await core.ok('bookLoan', sent);
        // While the first one is under way, the others may be refused with a request to retry.
        const done = atOnce
          .filter(({ status }) => status < 500)
          .map(({ body }) => body as { loanId?: unknown });
        const ids = new Set([...done.map((body) => body?.loanId), loanId]);
        if (ids.size > 1) throw new Error(`it gave ${ids.size} numbers: ${[...ids].join(', ')}`);
      },
    },
    {
      what: 'names the loan that exists, whatever else is sent for its application',
      async run() {
        const [json, key] = [aLoan(), randomUUID()];
        const { loanId } = await core.ok('bookLoan', { json, key });
        const changed = { ...json, consents: json.consents.slice(1) };
        for (const [about, sentKey] of Object.entries({ 'the same key': key, 'another key': randomUUID() })) {
          const body = await core.refused('bookLoan', 'loanExists', { json: changed, key: sentKey }, about);
          expectEqual(body, { code: 'LOAN_EXISTS', loanId }, about);
        }
      },
    },
    {
      what: 'finds the loan of an application, and none for another',
      async run() {
        const json = aLoan();
        const { loanId } = await core.ok('bookLoan', { json });
        const find = async (applicationId: string) =>
          (await core.ok('findLoan', { query: { applicationId } })).loans.map(withoutPayout);
        expectEqual(await find(json.applicationId), [{ loanId, canceled: false }], 'what it finds');
        expectEqual(await find(randomUUID()), [], 'what it finds for another application');
      },
    },
    {
      what: 'gives each loan a number with other last 15 characters',
      async run() {
        const ids = [await boarded(), await boarded()];
        const ends = new Set(ids.map((id) => id.slice(-15).toUpperCase()));
        if (ends.size < ids.length) throw new Error(`${ids.join(' and ')} end alike`);
      },
    },
    {
      what: 'refuses a boarding whose figures contradict each other',
      async run() {
        const { schedule, disclosure, disbursement, note } = coreExamples.bookLoan;
        const contradictions = {
          'a schedule that lacks a payment': { schedule: schedule.slice(0, -1) },
          'another finance charge': { disclosure: { ...disclosure, financeChargeCents: 1 } },
          'another payout': { disbursement: { ...disbursement, amountCents: 1 } },
          'another first due date': { note: { ...note, firstDueOn: '2026-05-06' } },
          'a secured loan without its vehicle': { vehicle: null },
        };
        const taken: string[] = [];
        for (const [about, change] of Object.entries(contradictions)) {
          const { status } = await core.send('bookLoan', { json: aLoan(change) });
          if (status !== coreRefusals.invalid.status) taken.push(`${about} (${status})`);
        }
        if (taken.length > 0) throw new Error(`not refused with 400: ${taken.join(', ')}`);
      },
    },
    {
      what: 'does not set automatic payments again that were ended',
      async run() {
        const loanId = await boarded();
        const set = { loanId, json: coreExamples.setAutopay };
        await core.ok('setAutopay', set);
        await core.ok('endAutopay', { loanId, json: coreExamples.endAutopay });
        await core.refused('setAutopay', 'ended', set);
        const another = { ...coreExamples.setAutopay, authorizationId: randomUUID() };
        await core.ok('setAutopay', { loanId, json: another }, 'another authorization');
      },
    },
    {
      what: 'cancels a loan that was not paid out, and finds it as canceled',
      async run() {
        const json = aLoan();
        const { loanId } = await core.ok('bookLoan', { json });
        await core.ok('cancelLoan', { loanId, json: coreExamples.cancelLoan });
        const { loans } = await core.ok('findLoan', { query: { applicationId: json.applicationId } });
        expectEqual(loans.map(withoutPayout), [{ loanId, canceled: true }], 'what it finds');
      },
    },
    {
      what: 'finds a loan that it paid out with that payout, until it was returned',
      leaveOut: paysOut ? undefined : 'request it with --payout',
      async run() {
        const json = aLoan();
        const { loanId } = await core.ok('bookLoan', { json });
        const find = async () =>
          (await core.ok('findLoan', { query: { applicationId: json.applicationId } })).loans[0]?.payout;
        expectEqual(await find(), null, 'the payout of a loan that was not paid out');
        const { arrivesOn } = await core.ok('payOut', { loanId, json: coreExamples.payOut });
        expectEqual(await find(), { arrivesOn }, 'the payout');
        const returned = { ...coreExamples.reportReturn, what: 'disbursement' };
        await core.ok('reportReturn', { loanId, json: returned });
        expectEqual(await find(), null, 'the payout that was returned');
      },
    },
  ];
}

function caseChecks({ core, aCase, opened }: System): readonly CoreCheck[] {
  const aFile = () => own(coreExamples.attachDocument);
  return [
    {
      what: 'opens one case for an application and reason',
      async run() {
        const sent = { json: aCase(), key: randomUUID() };
        const { caseId } = await core.ok('openCase', sent);
        const again = (await core.send('openCase', sent)).body as { caseId?: unknown } | undefined;
        expectEqual(again?.caseId, caseId, 'the case of the same request again');
        const changed = { ...sent.json, phone: '+18015550101' };
        const other = await core.refused('openCase', 'caseExists', { json: changed }, 'another key');
        expectEqual(other, { code: 'CASE_EXISTS', caseId }, 'another key');
        await core.ok('openCase', { json: { ...sent.json, reason: 'no-decision' } }, 'another reason');
      },
    },
    {
      what: 'takes each file of a case once, and names it',
      async run() {
        const sent = { caseId: await opened(), json: aFile(), key: randomUUID() };
        const { documentId } = sent.json;
        const attached = await core.ok('attachDocument', sent);
        expectEqual(attached, { documentId }, 'the answer');
        const again = (await core.send('attachDocument', sent)).body as { documentId?: unknown } | undefined;
        expectEqual(again?.documentId, documentId, 'the file of the same request again');
        const other = { ...sent, key: randomUUID() };
        const body = await core.refused('attachDocument', 'documentExists', other, 'another key');
        expectEqual(body, { code: 'DOCUMENT_EXISTS', documentId }, 'another key');
        await core.ok('attachDocument', { caseId: sent.caseId, json: aFile() }, 'another file');
        const json = { ...aFile(), sha256: '0'.repeat(64) };
        await core.refused('attachDocument', 'invalid', { caseId: sent.caseId, json }, 'another hash');
      },
    },
    {
      what: 'takes each message of a case, and the same one again',
      async run() {
        const sent = { caseId: await opened(), json: own(coreExamples.addMessage), key: randomUUID() };
        await core.ok('addMessage', sent);
        await core.ok('addMessage', sent, 'the same request again');
        await core.ok('addMessage', { ...sent, key: randomUUID() }, 'another key');
        const json = { ...sent.json, text: '' };
        await core.refused('addMessage', 'invalid', { caseId: sent.caseId, json }, 'no text');
      },
    },
    {
      what: 'takes when to call, later changes and a cancellation',
      async run() {
        const caseId = await opened();
        const at = (changes: object) => ({ caseId, json: { ...coreExamples.setCallBack, ...changes } });
        await core.ok('setCallBack', at({}));
        await core.ok('setCallBack', at({ at: null, revision: 2 }), 'null');
        await core.ok('setCallBack', at({}), 'an earlier revision');
        await core.refused('setCallBack', 'invalid', at({ at: 'tomorrow', revision: 3 }), 'no instant');
      },
    },
  ];
}
