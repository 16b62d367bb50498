// Every call that writes, pressed at once in two tabs, in every state: no press ends in an error of ours.
import { beforeAll, describe, expect, it } from 'vitest';
import { openApi } from '#contract/openapi.ts';
import { fileKeyHeader, filePartHeader } from '#contract/uploads.ts';
import { type StateName, stateNames } from '#server/journey/chart.ts';
import type { ApplicationId } from '#server/platform/db/tables.ts';
import { createLog } from '#server/platform/log.ts';
import { platypus } from './bank.ts';
import { crowdOf } from './crowd.ts';
import { documentsSentAs } from './journeys.ts';
import { photo } from './photo.ts';
import { typedAccount } from './receive-funds.ts';
import { setRows } from './rows.ts';
import { type Browser, hasServer, openWorld } from './world.ts';

const bank = { publicToken: 'public-made-up', ...platypus };

/** Every call of an application that writes, with what an applicant sends. */
const calls: Readonly<Record<string, object>> = {
  'POST account-validation': { amounts: [11, 12] },
  'POST approval': { acceptHardPull: true },
  'POST approved-offer': { term: 48, isAutoSecured: false },
  'PUT autopay': { choice: 'skip' },
  'POST linked-bank': bank,
  'DELETE linked-bank': {},
  'POST linked-bank/repair': bank,
  'POST branch/call': {},
  'PUT branch/call-back': { at: '2030-01-02T18:00:00.000Z' },
  'DELETE branch/call-back': {},
  'POST accounts': { accountId: 'typed', accountPurpose: 'deposit' },
  'POST direct-entry': typedAccount('000123456780'),
  'POST documents': { email: 'someone.else@example.com' },
  'POST signature': {},
  'PUT signature': { event: 'signing_complete' },
  'POST fast-path': { acceptHardPull: true },
  'POST fast-path/other-options': {},
  'POST fast-path/counteroffer': {},
  'POST reminders': { wanted: true },
  'POST withdrawal': {},
  'POST sessions/00000000-0000-4000-8000-000000000000/end': {},
  'POST paper-notices': {},
  'PUT choices': { loanAmount: 500_000, isLoanAutoSecured: false },
  'POST accepted-terms': { term: 48, amount: 500_000, acceptAuthorization: true },
  'POST partners': { acceptPartners: true },
  'POST otp': {},
  'POST otp/verify': { otp: '000000' },
  'POST earlier-application': {},
  'POST uploads/photo-id': photo(),
  'DELETE uploads/files/00000000-0000-4000-8000-000000000000': {},
  'POST handed-in-uploads': {},
  'PUT vehicle': { year: 2019, make: 'Honda', model: 'Civic' },
  'POST without-vehicle': {},
  'POST verification': {},
  'PUT leads': { phone: '+18015557301', residentialStatus: 'rent', monthlyPayment: 900 },
};
const upload = { 'content-type': 'application/octet-stream', [filePartHeader]: '1/1' };

/** Those that write most. */
const sample = ['PHONE_CHANGED', 'TERMS_ACCEPTED', 'NOT_VERIFIED', 'DEPOSIT_CHOSEN', 'SIGNED'] as const;

it('The calls above are all calls that write', () => {
  const { paths } = openApi({ title: '', version: '', url: '', sessionCookie: 's' });
  const known = Object.keys(calls).map((call) =>
    call
      .replace('photo-id', '{uploadKind}')
      .replace(/(upload|session)(\w*\/(?:files\/)?)[\w-]{36}/, '$1$2{$1Id}'),
  );
  const nameOf = (path: string) =>
    path.replace(/^.*v1.(?:applications.\{applicationId\}.)?/, '').replace('/{applicationId}', '');
  const writing = Object.entries(paths).flatMap(([path, methods]) =>
    Object.keys(methods)
      .filter((method) => method !== 'get' && path.includes('{applicationId}'))
      .map((method) => `${method.toUpperCase()} ${nameOf(path)}`),
  );
  expect(known.sort()).toEqual(writing.sort());
});

// The embedded database has one connection, which hides races.
describe.runIf(hasServer)('Each call, pressed at once in two tabs', () => {
  /** Each tab's presses reach another process. */
  let pressing: (times: number) => Browser;
  let id: ApplicationId;
  const failures: string[] = [];
  const logged: string[] = [];
  const log = createLog('error', { write: (line) => logged.push(line) });
  const world = openWorld({ database: 'server', env: { LIMIT_SCALE: '1000' }, log });

  beforeAll(async () => {
    const applicant = await documentsSentAs(world, 'linked');
    id = await applicant.browser.applicationId();
    // What is enqueued waits, so that no job moves the application on.
    await world.restart(undefined, 'web');
    const other = await world.another('web');
    pressing = (times) =>
      crowdOf(
        () => [world.product, other],
        times,
        // A vendor refuses what is made up, which is answered with a request to try again.
        (what) => what.includes(': 503 ') || failures.push(what),
      )().as(applicant.browser);
  });

  async function pressAllIn(times: number, state: StateName, path: 'standard' | 'fast-path'): Promise<void> {
    const browser = pressing(times);
    for (const [call, body] of Object.entries(calls)) {
      await setRows(world, 'application', id, { state, path, details_updates: 0 });
      await setRows(world, 'session', id, { awaits_code: false, ended_at: null });
      const [method, name] = call.split(' ') as ['POST', string];
      const url = name === 'leads' ? `/api/v1/leads/${id}` : `/api/v1/applications/${id}/${name}`;
      const headers = { ...upload, [fileKeyHeader]: `${state}-${path}`.padEnd(20, 'k') };
      await browser.call(method, url, body, name.startsWith('uploads/p') ? headers : {});
    }
    expect([...failures, ...logged.filter((line) => line.includes('40P01'))]).toEqual([]);
  }

  it.each(sample)('twice, in the state %s', (state) => pressAllIn(2, state, 'standard'));

  it.each(stateNames)('sixteen times, in the state %s, on either path', { tags: ['full'] }, async (state) => {
    await pressAllIn(16, state, 'standard');
    await pressAllIn(16, state, 'fast-path');
  });
});
