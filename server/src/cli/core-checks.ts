// What a lender's core system must do, as checks that its engineers run against a test system of their own: `npm run core:check`.
import { randomUUID } from 'node:crypto';
import { type CoreCall, coreCalls } from '../vendors/core-api.ts';
import { coreExamples } from '../vendors/core-examples.ts';
import { caseChecks, opened } from './core-case-checks.ts';
import {
  answered,
  type CallName,
  type CoreCheck,
  expectBody,
  firstWrong,
  fresh,
  type Known,
  type Person,
  refused,
  refusesWithout,
} from './core-check-kit.ts';
import { type CoreAnswer, type CoreClient, otherThan, withoutEach } from './core-client.ts';

/** Nobody's: numbers that begin with 666 are never issued. */
const stranger: Person = { ssn: '666990001', lastName: 'Unknown', dateOfBirth: '1985-04-12' };

const loanIdOf = ({ body }: CoreAnswer) => (body as { loanId?: unknown } | undefined)?.loanId;

const aLoan = (known: Known, changes: object = {}) => ({
  ...coreExamples.bookLoan,
  applicationId: randomUUID() as string,
  branchId: known.branchId,
  ...changes,
});

async function boarded(core: CoreClient, known: Known): Promise<string> {
  const answer = await core.make('bookLoan', { json: aLoan(known) });
  const wrong = answered(answer, coreCalls.bookLoan);
  if (wrong) throw new Error(`no loan can be boarded: ${wrong}`);
  return String(loanIdOf(answer));
}

/** An update to a loan takes effect once per key, and only for a loan that is there. */
function update(name: CallName, what: string, json: object): CoreCheck[] {
  const call = coreCalls[name];
  return [
    {
      what,
      async run(core, known) {
        const [loanId, key] = [await boarded(core, known), randomUUID()];
        const send = async () => answered(await core.make(name, { loanId, json, key }), call);
        const unknown = { loanId: `none-${randomUUID()}`, json };
        return firstWrong(
          send,
          async () => otherThan(await send(), 'the same request once more'),
          async () =>
            otherThan(refused(await core.make(name, unknown), 'noSuchLoan'), 'a loan that is not there'),
        );
      },
    },
    {
      what: `${what}: nothing may be missing`,
      async run(core, known) {
        const loanId = await boarded(core, known);
        return refusesWithout(withoutEach(json), (body) => core.make(name, { loanId, json: body }));
      },
    },
  ];
}

const boardingParts = Object.keys(coreExamples.bookLoan) as (keyof typeof coreExamples.bookLoan)[];

export const coreChecks: readonly CoreCheck[] = [
  {
    what: 'says that it is online',
    async run(core) {
      const answer = await core.make('status', {});
      const wrong = answered(answer, coreCalls.status);
      return wrong ?? ((answer.body as { online: boolean }).online ? undefined : 'it says that it is closed');
    },
  },
  {
    what: 'refuses a wrong key and a missing one',
    run: (core) =>
      firstWrong(
        async () => refused(await core.make('status', { apiKey: 'wrong' }), 'unauthorized'),
        async () => refused(await core.make('status', { apiKey: null }), 'unauthorized'),
        async () =>
          refused(await core.make('lookUpBorrower', { json: stranger, apiKey: 'wrong' }), 'unauthorized'),
      ),
  },
  {
    what: 'does not know a stranger, and says so within two seconds',
    async run(core) {
      const answer = await core.make('lookUpBorrower', { json: stranger });
      const wrong = answered(answer, coreCalls.lookUpBorrower);
      if (wrong) return wrong;
      if (answer.seconds > 2) return `it took ${answer.seconds.toFixed(1)} seconds`;
      return expectBody(answer, { standing: 'NONE', isSamePerson: null });
    },
  },
  {
    what: 'knows a present borrower, and whether name and birth date are theirs',
    leaveOut: ({ borrower }) => (borrower ? undefined : 'name one with --borrower'),
    run: (core, { borrower = stranger }) => isKnown(core, borrower, 'PRESENT_BORROWER'),
  },
  {
    what: 'knows who has an open application',
    leaveOut: ({ applicant }) => (applicant ? undefined : 'name one with --applicant'),
    run: (core, { applicant = stranger }) => isKnown(core, applicant, 'DUPLICATE'),
  },
  {
    what: 'refuses a question about a person that lacks anything',
    run: (core) => refusesWithout(withoutEach(stranger), (json) => core.make('lookUpBorrower', { json })),
  },
  {
    what: 'boards a loan secured by a vehicle, and one that is not',
    run: (core, known) =>
      firstWrong(
        async () => answered(await core.make('bookLoan', { json: aLoan(known) }), coreCalls.bookLoan),
        async () => {
          const note = { ...coreExamples.bookLoan.note, isAutoSecured: false };
          const json = aLoan(known, { vehicle: null, note });
          return answered(await core.make('bookLoan', { json }), coreCalls.bookLoan);
        },
      ),
  },
  {
    what: 'boards one loan for an application, however often and at once it is asked',
    async run(core, known) {
      const [json, key] = [aLoan(known), randomUUID()];
      const atOnce = await Promise.all([1, 2, 3].map(() => core.make('bookLoan', { json, key })));
      const later = await core.make('bookLoan', { json, key });
      // While the first one is under way, the others may be told to come back.
      const done = [...atOnce.filter(({ status }) => status < 500), later];
      const ids = new Set(done.map(loanIdOf));
      return ids.size === 1
        ? answered(later, coreCalls.bookLoan)
        : `it gave ${ids.size} numbers: ${[...ids].join(', ')}`;
    },
  },
  {
    what: 'names the loan that exists, whatever else is sent for its application',
    async run(core, known) {
      const [json, key] = [aLoan(known), randomUUID()];
      const first = loanIdOf(await core.make('bookLoan', { json, key }));
      const changed = { ...json, consents: json.consents.slice(1) };
      const names = async (about: string, asked: { json: object; key: string }) => {
        const answer = await core.make('bookLoan', asked);
        const wrong = refused(answer, 'loanExists');
        if (wrong) return otherThan(wrong, about);
        return loanIdOf(answer) === first ? undefined : `${about}: it names another loan`;
      };
      return firstWrong(
        () => names('the same key', { json: changed, key }),
        () => names('another key', { json: changed, key: randomUUID() }),
      );
    },
  },
  {
    what: 'finds the loan of an application, and none for another',
    async run(core, known) {
      const json = aLoan(known);
      const loanId = loanIdOf(await core.make('bookLoan', { json }));
      const find = (applicationId: string) => core.make('findLoan', { query: { applicationId } });
      return firstWrong(
        async () => expectBody(await find(json.applicationId), { loans: [{ loanId }] }),
        async () => expectBody(await find(randomUUID()), { loans: [] }),
      );
    },
  },
  {
    what: 'gives each loan a number with other last 15 characters',
    async run(core, known) {
      const ids = [await boarded(core, known), await boarded(core, known)];
      const ends = new Set(ids.map((id) => id.slice(-15).toUpperCase()));
      return ends.size === ids.length ? undefined : `${ids.join(' and ')} end alike`;
    },
  },
  ...boardingParts.map(
    (part): CoreCheck => ({
      what: `refuses a boarding without ${part}, or without anything in it`,
      run: (core, known) => {
        const bodies = withoutEach(aLoan(known)).filter(
          ({ without }) => without === part || without.startsWith(`${part}.`),
        );
        return refusesWithout(bodies, (json) => core.make('bookLoan', { json: fresh(json) }));
      },
    }),
  ),
  {
    what: 'refuses a boarding whose figures contradict each other',
    run: (core, known) => {
      const { schedule, disclosure, disbursement, note } = coreExamples.bookLoan;
      const contradictions = {
        'a schedule that lacks a payment': { schedule: schedule.slice(0, -1) },
        'another finance charge': { disclosure: { ...disclosure, financeChargeCents: 1 } },
        'another payout': { disbursement: { ...disbursement, amountCents: 1 } },
        'another first due date': { note: { ...note, firstDueOn: '2026-05-06' } },
        'a secured loan without its vehicle': { vehicle: null },
      };
      return firstWrong(
        ...Object.entries(contradictions).map(([about, change]) => async () => {
          const answer = await core.make('bookLoan', { json: aLoan(known, change) });
          return otherThan(refused(answer, 'invalid'), about);
        }),
      );
    },
  },
  ...update('setDates', 'takes when the money arrives and payments are due', coreExamples.setDates),
  ...update('setAutopay', 'takes automatic payments', coreExamples.setAutopay),
  ...update('endAutopay', 'ends automatic payments', coreExamples.endAutopay),
  {
    what: 'does not set automatic payments again that were ended',
    async run(core, known) {
      const loanId = await boarded(core, known);
      await core.make('setAutopay', { loanId, json: coreExamples.setAutopay });
      await core.make('endAutopay', { loanId, json: coreExamples.endAutopay });
      const again = await core.make('setAutopay', { loanId, json: coreExamples.setAutopay });
      const another = { ...coreExamples.setAutopay, authorizationId: randomUUID() };
      return firstWrong(
        async () => refused(again, 'ended'),
        async () =>
          otherThan(
            answered(await core.make('setAutopay', { loanId, json: another }), coreCalls.setAutopay),
            'another authorization',
          ),
      );
    },
  },
  ...update('reportReturn', 'takes an entry that the bank returned', coreExamples.reportReturn),
  ...update('correctAccount', 'takes a corrected account', coreExamples.correctAccount),
  ...caseChecks,
  {
    what: 'refuses every change without the header Idempotency-Key',
    async run(core, known) {
      const loanId = await boarded(core, known);
      const caseId = await opened(core, known);
      const keyed = (Object.entries(coreCalls) as [CallName, CoreCall][]).filter(([, call]) => call.isKeyed);
      const examples: Readonly<Record<string, object>> = coreExamples;
      return firstWrong(
        ...keyed.map(([name]) => async () => {
          const json = fresh(examples[name] ?? {});
          const answer = await core.make(name, { loanId, caseId, json, key: null });
          return otherThan(refused(answer, 'invalid'), name);
        }),
      );
    },
  },
];

async function isKnown(core: CoreClient, person: Person, standing: string): Promise<string | undefined> {
  const ask = (json: Person) => core.make('lookUpBorrower', { json });
  return firstWrong(
    async () => expectBody(await ask(person), { standing, isSamePerson: true }),
    async () =>
      otherThan(
        expectBody(await ask({ ...person, lastName: 'Somebodyelse' }), { standing, isSamePerson: false }),
        'another last name',
      ),
  );
}
