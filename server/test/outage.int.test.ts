// While the lender's core system is offline: what every step that needs it shows, and that nothing is lost.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { getTerms } from '#contract/offers.ts';
import { type CoreOutage, getOutage } from '#contract/outage.ts';
import { loadLender } from '#lender/load.ts';
import { startSandbox, type TestSandbox } from '#sandbox/testing.ts';
import { CoreOffline, coreSystem } from '#server/vendors/core.ts';
import { decidedAs, linkedAs } from './journeys.ts';
import { applicationOf, form, openWorld } from './world.ts';

const submit = '/api/v2/prequalifications/';

const core = (sandboxUrl: string, state: object) =>
  fetch(`${sandboxUrl}/console/api/core`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(state),
  });

describe('while the core system is offline', () => {
  const world = openWorld();
  beforeEach(() => core(world.sandboxUrl, { online: true, maintenance: false, backAt: null }));

  const soon = () => new Date(world.clock.now().getTime() + 45 * 60_000).toISOString();

  it.each([
    ['planned', () => ({ maintenance: true }), { kind: 'planned', backAt: expect.any(String) }],
    [
      'announced',
      () => ({ online: false, backAt: soon() }),
      { kind: 'announced', backAt: expect.any(String) },
    ],
    ['unplanned', () => ({ online: false }), { kind: 'unplanned' }],
    [
      'unplanned',
      () => ({ online: false, backAt: new Date(world.clock.now().getTime() - 60_000).toISOString() }),
      { kind: 'unplanned' },
    ],
  ] as const)('the form is saved in an outage that is %s, which its page shows', async (_, state, outage) => {
    await core(world.sandboxUrl, state());
    const saved = (await world.browser().post(submit, form(1))).json();
    expect(saved).toMatchObject({ isCaptureOnlyMode: true, isOffline: true });
    expect((await world.browser().get(getOutage.path)).json()).toEqual({ outage });
    // The landing page shows it at once.
    const page = (await world.browser().get('/get-a-loan?experience=sp')).body;
    expect(page).toContain(`"${getOutage.path}":{"outage":{"kind":"${outage.kind}"`);
  });

  it('each step that needs it reports it, leaves the application in its state, and continues afterwards', async () => {
    const offline = (outage: CoreOutage) => ({ errors: [{ code: 'offline', outage }] });
    const backAt = soon();
    const steps: {
      what: string;
      take: () => ReturnType<typeof undecided.browser.post>;
      defaultScreen: () => Promise<unknown>;
    }[] = [];
    const undecided = await decidedAs(world, 1);
    const id = applicationOf(undecided.journey.links.user);
    const terms = (
      await undecided.browser.get(`${getTerms.path.replace(':applicationId', id)}?amount=500000`)
    ).json();
    steps.push({
      what: 'accepting terms',
      take: () =>
        undecided.browser.post(terms.submitApplication.href, {
          term: 48,
          amount: 500_000,
          acceptAuthorization: true,
        }),
      defaultScreen: async () => (await undecided.browser.journey()).defaultScreen,
    });
    const linked = await linkedAs(world);
    const approval = (await linked.browser.journey()).links.submitApproval as string;
    steps.push({
      what: 'the hard pull',
      take: () => linked.browser.post(approval, { acceptHardPull: true }),
      defaultScreen: async () => (await linked.browser.journey()).defaultScreen,
    });
    const fast = await decidedAs(world, 6);
    const offer = fast.journey.links.fastPathOffer as string;
    steps.push({
      what: 'the fast path',
      take: () => fast.browser.post(offer, { acceptHardPull: true }),
      defaultScreen: async () => (await fast.browser.journey()).defaultScreen,
    });
    expect((await fast.browser.get(offer)).json()).toMatchObject({ isOffline: false });

    await core(world.sandboxUrl, { online: false, backAt });
    expect((await fast.browser.get(offer)).json()).toMatchObject({
      isOffline: true,
      outage: { kind: 'announced', backAt },
    });
    for (const { what, take, defaultScreen } of steps) {
      const before = await defaultScreen();
      const refused = await take();
      expect(refused.statusCode, what).toBe(503);
      expect(refused.json(), what).toMatchObject(offline({ kind: 'announced', backAt }));
      expect(await defaultScreen(), what).toBe(before);
    }
    await core(world.sandboxUrl, { online: true });
    for (const { what, take, defaultScreen } of steps) {
      const before = await defaultScreen();
      expect((await take()).statusCode, what).toBe(200);
      expect(await defaultScreen(), what).not.toBe(before);
    }
  });
});

describe('the window of lender data', () => {
  let sandbox: TestSandbox;
  beforeAll(async () => {
    sandbox = await startSandbox();
  });
  afterAll(() => sandbox?.close());

  const patient = () => AbortSignal.timeout(60_000);
  const clock = (at: string) => ({ now: () => new Date(at) });
  const readAt = async (at: string) => {
    const { maintenance } = loadLender();
    const settings = { url: `${sandbox.url}/core`, key: sandbox.credentials.CORE_API_KEY };
    const system = coreSystem(settings, { clock: clock(at), maintenance });
    const before = system.knownOutage();
    const [outage, refused] = await Promise.all([
      system.outage(patient()),
      system
        .lookUp({ ssn: '666010001', lastName: 'Rivera', dob: '1985-04-12' }, patient())
        .catch((error: unknown) => error),
    ]);
    return { before, outage, refused: refused instanceof CoreOffline ? refused.outage : undefined };
  };

  it('closes the system by the clock, whatever it reports, and the system may announce a better time', async () => {
    const planned = { kind: 'planned', backAt: '2026-01-15T11:30:00.000Z' };
    expect(await readAt('2026-01-15T08:00:00Z')).toEqual({
      before: planned,
      outage: planned,
      refused: planned,
    });
    const backAt = '2026-01-15T13:00:00.000Z';
    await core(sandbox.url, { online: false, backAt });
    const later = { kind: 'planned', backAt };
    expect(await readAt('2026-01-15T08:00:00Z')).toEqual({ before: planned, outage: later, refused: later });
  });

  it('is not reported at noon, when the system is down without it', async () => {
    await core(sandbox.url, { online: false, backAt: null });
    const unplanned = { kind: 'unplanned' };
    expect(await readAt('2026-01-15T17:00:00Z')).toEqual({
      before: undefined,
      outage: unplanned,
      refused: unplanned,
    });
    await core(sandbox.url, { online: true });
    expect(await readAt('2026-01-15T17:00:00Z')).toEqual({
      before: undefined,
      outage: undefined,
      refused: undefined,
    });
  });
});
