// Pages: shared content, data preloaded for one applicant, and where other URLs lead.
import { describe, expect, it } from 'vitest';
import { pathInstead, refusedMark } from '#contract/guard.ts';
import { type AllowedSteps, getAllowedSteps, getJourney, type Journey } from '#contract/journey.ts';
import type { LoanRequest } from '#contract/offers.ts';
import { pathOf, screenNames, screens } from '#contract/screens.ts';
import { type Cents, formatUsd } from '#finance/money.ts';
import { afterRoot } from '#server/pages/built-pages.ts';
import { decidedAs } from './journeys.ts';
import { type Browser, openWorld } from './world.ts';

const world = openWorld();

/** The responses preloaded in a page, or undefined if there are none. */
function preloadedIn(html: string): Record<string, unknown> | undefined {
  const found = /<script type="application\/json" id="responses">(.*?)<\/script>/.exec(html)?.[1];
  return found === undefined ? undefined : JSON.parse(found);
}

async function read(browser: Browser, addresses: readonly string[]): Promise<Record<string, unknown>> {
  const answers = addresses.map(async (address) => [address, (await browser.get(address)).json()] as const);
  return Object.fromEntries(await Promise.all(answers));
}

it('a step’s page includes what its screen would request, so that a reload costs one round trip', async () => {
  const { browser, journey } = await decidedAs(world, 1);
  const { loanRequest = '' } = journey.links;
  const request: LoanRequest = await browser.read('loanRequest');
  const terms = `${request.getTerms.href}?amount=${request.usualAmount}`;
  const page = await browser.get(pathOf('offers'));
  expect(page.headers['cache-control']).toBe('no-store');
  const all = await read(browser, [getJourney.path, getAllowedSteps.path, loanRequest, terms]);
  const journeyNow = { ...(all[getJourney.path] as Journey), sessionEndsIn: expect.any(Number) };
  expect(preloadedIn(page.body)).toEqual({ ...all, [getJourney.path]: journeyNow });
});

describe('the page of an open step', () => {
  const renderedIn = (html: string) =>
    new RegExp(`<div id="root" data-rendered="[^"]+">(.*)</div>${afterRoot}`, 's').exec(html)?.[1];

  it.each([
    ['offers', 'Choose this offer'],
    ['amount', '$5,000'],
    ['terms', 'Every term for a loan of'],
  ] as const)('shows its first screen before any script runs (%s)', async (screen, text) => {
    const { browser } = await decidedAs(world, 1);
    const { body } = await browser.get(pathOf(screen));
    const rendered = renderedIn(body) as string;
    expect(rendered).toContain('<h1');
    expect(rendered).toContain(text);
    expect(rendered).not.toMatch(/<[^>]+\sstyle=|<title/);
    expect(body.match(/<title>/g)).toHaveLength(1);
  });

  it('shows the applicant’s own branch where that is what the page is about', async () => {
    const { browser } = await decidedAs(world, 10);
    const { name } = await browser.read('branch');
    expect(renderedIn((await browser.get(pathOf('declined'))).body)).toContain(name);
    expect(renderedIn((await browser.get(pathOf('error'))).body)).toContain(name);
  });

  it('is rendered for one applicant at a time', async () => {
    const amounts = await Promise.all(
      [2, 3].map(async (person) => {
        const { browser } = await decidedAs(world, person);
        const { programs }: LoanRequest = await browser.read('loanRequest');
        const offered = programs
          .flatMap(({ validAmounts }) => validAmounts)
          .map(({ amount }) => formatUsd(amount as Cents));
        const html = renderedIn((await browser.get(pathOf('amount'))).body) ?? '';
        const shown = [...html.matchAll(/<span>(\$[\d,]+)<\/span>/g)].map(([, text]) => text);
        expect(shown.sort()).toEqual(offered.sort());
        return shown;
      }),
    );
    expect(amounts[0]).not.toEqual(amounts[1]);
  });

  it('is left to its scripts where the session has ended, so that the browser can report it', async () => {
    const { browser } = await decidedAs(world, 1);
    world.clock.advance(16 * 60_000);
    const { statusCode, body } = await browser.get(pathOf('offers'));
    expect([statusCode, renderedIn(body)]).toEqual([200, undefined]);
  });
});

describe('the page of a step that is not open', () => {
  const stepsPages = screenNames.filter((screen) => screens[screen].access === 'step');

  it.each(stepsPages)('leads to the form without a session (%s)', async (screen) => {
    const page = await world.browser().get(`${pathOf(screen)}?utm_source=letter`);
    expect([page.statusCode, page.headers.location]).toEqual([302, pathOf('landing')]);
    expect(page.headers['cache-control']).toBe('no-store');
  });

  it.each([
    ['prequalified', 1],
    ['declined', 10],
    ['requesting more', 13],
  ])('leads where the guard would, and an open one is shown, to someone who is %s', async (_, person) => {
    const { browser, journey } = await decidedAs(world, person);
    const allowed = (await browser.get(getAllowedSteps.path)).json() as AllowedSteps;
    for (const screen of stepsPages) {
      const path = pathInstead(screen, { allowed, links: journey.links });
      const page = await browser.get(pathOf(screen));
      const address = page.headers.location?.toString().replace(refusedMark, '');
      expect([page.statusCode, address], screen).toEqual([path === undefined ? 200 : 302, path]);
    }
  });

  it('leaves it to the tab if more than one step is open, because the tab knows the last one', async () => {
    const { browser } = await decidedAs(world, 1);
    expect((await browser.get(pathOf('success'))).headers.location).toBe(pathOf('offers') + refusedMark);
  });

  it.each(
    screenNames.filter((screen) => screens[screen].access !== 'step'),
  )('is only ever that of a step: %s is open to everyone', async (screen) => {
    const path = pathOf(screen).replace(':document', 'terms-of-use').replaceAll(/:\w+/g, 'x');
    expect((await world.browser().get(path)).statusCode).toBe(200);
  });
});

describe('a page that is the same for everyone', () => {
  it('includes responses that concern no application', async () => {
    const visitor = world.browser();
    expect(preloadedIn((await visitor.get('/error')).body)).toEqual(await read(visitor, [getJourney.path]));
  });

  const wholePages = ['/error', '/frequently-asked-questions', '/legal/terms-of-use', '/get-a-loan'];
  it.each(wholePages)('is whole before any script runs, and cached until it changes (%s)', async (path) => {
    const page = await world.browser().get(path);
    expect(page.body).toMatch(/<div id="root" data-rendered.*<h1/s);
    const headers = { 'if-none-match': String(page.headers.etag) };
    expect((await world.browser().get(path, headers)).statusCode).toBe(304);
  });

  it('is rendered by its script if the address has parameters', async () => {
    const page = await world.browser().get('/expired?because=link-expired');
    expect(page.body.includes('data-rendered')).toBe(false);
  });

  it.each(['br', 'gzip', 'identity'])('comes in the encoding that is taken (%s)', async (encoding) => {
    const page = await world.browser().get('/error', { 'accept-encoding': encoding });
    expect(page.headers['content-encoding']).toBe(encoding === 'identity' ? undefined : encoding);
  });
});

it.each([
  ['/nowhere?utm_source=letter', 302, '/get-a-loan?utm_source=letter'],
  ['/', 302, '/get-a-loan'],
  ['/fast-path', 302, '/fast-path/options'],
  ['/loan-request/anything?a=b', 302, '/loan-request/offers?a=b'],
  ['/receive-funds/', 302, '/receive-funds/submit'],
  ['/legal/licences-and-disclosures?a=b', 301, '/legal/licenses-and-disclosures?a=b'],
])('an address without a screen redirects with the query, and a legal text’s former one for good (%s)', async (path, status, address) => {
  const page = await world.browser().get(path);
  expect([page.statusCode, page.headers.location]).toEqual([status, address]);
});

it('a script has no page’s headers, and still its content type', async () => {
  const page = await world.browser().get('/get-a-loan');
  const script = /"loads":\["([^"]+)"/.exec(page.body)?.[1] as string;
  const { headers } = await world.browser().get(script);
  expect(headers).not.toHaveProperty('content-security-policy');
  expect(headers['x-content-type-options']).toBe('nosniff');
  expect(headers['cache-control']).toContain('immutable');
});
