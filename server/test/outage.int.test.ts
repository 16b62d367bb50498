// While the lender's core system is offline: what every step that needs it shows, and that nothing is lost.
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { getOutage } from '#contract/outage.ts';
import { loadLender } from '#lender/load.ts';
import { startSandbox } from '#sandbox/testing.ts';
import { CoreOffline, coreSystem } from '#server/vendors/core/core.ts';
import { decidedAs, linkedAs } from './journeys.ts';
import { setCore } from './vendors.ts';
import { form, openWorld } from './world.ts';

const submit = '/api/v2/prequalifications/';
const sandbox = await startSandbox();

describe('while the core system is offline', () => {
  const world = openWorld();
  beforeEach(() => setCore(world, { online: true, maintenance: false, backAt: null }));

  const inMinutes = (count: number) => new Date(world.clock.now().getTime() + count * 60_000).toISOString();
  const backAt = expect.any(String);

  it.each([
    ['planned', () => ({ maintenance: true }), { kind: 'planned', backAt }],
    ['announced', () => ({ online: false, backAt: inMinutes(45) }), { kind: 'announced', backAt }],
    ['unplanned', () => ({ online: false }), { kind: 'unplanned' }],
    ['unplanned', () => ({ online: false, backAt: inMinutes(-1) }), { kind: 'unplanned' }],
  ] as const)('the form is saved in an outage that is %s, which its page shows', async (_, state, outage) => {
    await setCore(world, state());
    const saved = (await world.browser().post(submit, form(1))).json();
    expect(saved).toMatchObject({ isCaptureOnlyMode: true, isOffline: true });
    expect((await world.browser().get(getOutage.path)).json()).toEqual({ outage });
    // The landing page shows it at once.
    const page = (await world.browser().get('/get-a-loan?experience=sp')).body;
    expect(page).toContain(`"${getOutage.path}":{"outage":{"kind":"${outage.kind}"`);
  });

  it('each step that needs it reports it, leaves the application in its state, and continues afterwards', async () => {
    const backAt = inMinutes(45);
    const outage = { kind: 'announced', backAt };
    const undecided = (await decidedAs(world, 1)).browser;
    const { getTerms } = await undecided.read('loanRequest');
    const terms = (await undecided.get(`${getTerms.href}?amount=500000`)).json();
    const linked = (await linkedAs(world)).browser;
    const fast = (await decidedAs(world, 6)).browser;
    const accepted = { term: 48, amount: 500_000, acceptAuthorization: true };
    const steps = [
      ['accepting terms', undecided, terms.submitApplication.href, accepted],
      ['the hard pull', linked, await linked.link('submitApproval'), { acceptHardPull: true }],
      ['the fast path', fast, await fast.link('fastPathOffer'), { acceptHardPull: true }],
    ] as const;
    expect(await fast.read('fastPathOffer')).toMatchObject({ isOffline: false });

    await setCore(world, { online: false, backAt });
    expect(await fast.read('fastPathOffer')).toMatchObject({ isOffline: true, outage });
    const before = await Promise.all(steps.map(([, browser]) => browser.screen()));
    for (const [what, browser, href, body] of steps) {
      const refused = await browser.post(href, body);
      expect(refused.statusCode, what).toBe(503);
      expect(refused.json(), what).toMatchObject({ errors: [{ code: 'offline', outage }] });
    }
    expect(await Promise.all(steps.map(([, browser]) => browser.screen()))).toEqual(before);
    await setCore(world, { online: true });
    for (const [at, [what, browser, href, body]] of steps.entries()) {
      expect((await browser.post(href, body)).statusCode, what).toBe(200);
      expect(await browser.screen(), what).not.toBe(before[at]);
    }
  });
});

describe('the window of lender data', () => {
  afterAll(() => sandbox.close());

  const patient = () => AbortSignal.timeout(60_000);
  /** What is known without a call, what the system reports, and the outage that a call meets. */
  const readAt = async (at: string) => {
    const { maintenance } = loadLender();
    const settings = { url: `${sandbox.url}/core`, key: sandbox.credentials.CORE_API_KEY };
    const system = coreSystem(settings, { clock: { now: () => new Date(at) }, maintenance });
    const before = system.knownOutage();
    const [outage, refused] = await Promise.all([
      system.outage(patient()),
      system
        .lookUp({ ssn: '666010001', lastName: 'Rivera', dob: '1985-04-12' }, patient())
        .catch((error: unknown) => error),
    ]);
    return [before, outage, refused instanceof CoreOffline ? refused.outage : undefined];
  };

  it('closes the system by the clock, whatever it reports, and the system may announce a better time', async () => {
    const planned = { kind: 'planned', backAt: '2026-01-15T11:30:00.000Z' };
    expect(await readAt('2026-01-15T08:00:00Z')).toEqual([planned, planned, planned]);
    const backAt = '2026-01-15T13:00:00.000Z';
    await setCore({ sandboxUrl: sandbox.url }, { online: false, backAt });
    const later = { kind: 'planned', backAt };
    expect(await readAt('2026-01-15T08:00:00Z')).toEqual([planned, later, later]);
  });

  it('is not needed: a refused key, as after a rotation, is an outage too, in which forms are saved', async () => {
    const settings = { url: `${sandbox.url}/core`, key: 'replaced' };
    const system = coreSystem(settings, { clock: { now: () => new Date() }, maintenance: undefined });
    const refused = system.lookUp({ ssn: '666010001', lastName: 'Rivera', dob: '1985-04-12' }, patient());
    await expect(refused).rejects.toThrow(CoreOffline);
  });

  it('is not reported at noon, when the system is down without it', async () => {
    await setCore({ sandboxUrl: sandbox.url }, { online: false, backAt: null });
    const unplanned = { kind: 'unplanned' };
    expect(await readAt('2026-01-15T17:00:00Z')).toEqual([undefined, unplanned, unplanned]);
    await setCore({ sandboxUrl: sandbox.url }, { online: true });
    expect(await readAt('2026-01-15T17:00:00Z')).toEqual([undefined, undefined, undefined]);
  });
});
