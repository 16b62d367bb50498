// A visit: its own browser context, in which every screen gets the same checks.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join, relative, resolve } from 'node:path';
import type { Browser, BrowserContext, BrowserContextOptions, Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import { getServedStates } from '#contract/prequalification.ts';
import { pathOf, type ScreenName, screenAt, screens } from '#contract/screens.ts';
import { pageTitles } from '#web/wording/titles.ts';
import { type Applicant, fillForm } from './applicant.ts';
import { scheduledWaitMs, waitMs } from './limits.ts';
import * as inPage from './page-scripts.ts';
import { eventually, type Product } from './product.ts';
import { hasPassedAxe, recordPassedAxe, recordReached } from './run-results.ts';

const root = resolve(import.meta.dirname, '..');

export const phone = { width: 390, height: 844 };
export const desktop = { width: 1280, height: 900 };

const axeScript = readFileSync(join(root, 'node_modules/axe-core/axe.min.js'), 'utf8');
const axeTags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22a', 'wcag22aa', 'best-practice'];
const nothing = () => {};

export interface VisitOptions extends BrowserContextOptions {
  /** The visitor made no privacy choices yet, so the page shows its question. */
  readonly isFirst?: boolean;
}

export class Visit {
  readonly product: Product;
  readonly context: BrowserContext;
  readonly page: Page;
  readonly #look: string;
  readonly #complaints: string[] = [];
  readonly #expected: RegExp[] = [];
  readonly #allowed: RegExp[] = [inPage.tracesOwn];
  /** A loaded document keeps the browser's own focus; a client-side navigation moves the focus. */
  #isFreshDocument = true;
  #checked: string | undefined;
  /** The screen whose address was typed last, which does not count as reached. */
  #typed: ScreenName | undefined;

  private constructor(product: Product, context: BrowserContext, page: Page, look: string) {
    this.product = product;
    this.context = context;
    this.page = page;
    this.#look = look;
    this.#watch(page);
  }

  static async begin(
    browser: Browser,
    product: Product,
    { isFirst = false, ...options }: VisitOptions = {},
  ): Promise<Visit> {
    const context = await browser.newContext({
      baseURL: product.url,
      viewport: phone,
      locale: 'en-US',
      reducedMotion: 'reduce',
      ...options,
    });
    context.setDefaultTimeout(waitMs);
    // Pictures of the page at every step would cost a fifth of the run's time.
    await context.tracing.start({ snapshots: Boolean(process.env.TRACE_SNAPSHOTS) });
    await context.addInitScript(inPage.watchAddress);
    await context.addInitScript(inPage.removeNewerApis, product.url);
    // Most visits are not about the first visit's question.
    if (!isFirst) await context.addInitScript(inPage.refusePrivacyQuestion);
    const { viewport, colorScheme, forcedColors } = options;
    const look = JSON.stringify([viewport, colorScheme, forcedColors]);
    return new Visit(product, context, await context.newPage(), look);
  }

  async anotherTab(): Promise<Visit> {
    return new Visit(this.product, this.context, await this.context.newPage(), this.#look);
  }

  #watch(page: Page): void {
    page.on('domcontentloaded', () => {
      this.#isFreshDocument = true;
    });
    page.on('pageerror', (error) => this.#complaints.push(`page error: ${error.message}`));
    page.on('console', (message) => {
      if (!['error', 'warning'].includes(message.type())) return;
      this.#complaints.push(`console ${message.type()}: ${message.text()} ${message.location().url}`);
    });
  }

  /** Declares an expected console message. The test fails if it never appears. */
  expectConsole(message: RegExp): void {
    this.#expected.push(message);
  }

  allowConsole(message: RegExp): void {
    this.#allowed.push(message);
  }

  /** Checks the last screen too, and that there were no unexpected console messages. */
  async mustEndWell(): Promise<void> {
    const last = screenAt(new URL(this.page.url()).pathname);
    if (last && this.#checked !== this.address) await this.check(last);
    const undeclared = this.#complaints.filter(
      (complaint) => ![...this.#expected, ...this.#allowed].some((expected) => expected.test(complaint)),
    );
    expect(undeclared, 'console errors, warnings and page errors').toEqual([]);
    const missing = this.#expected.filter((expected) => !this.#complaints.some((one) => expected.test(one)));
    expect(missing, 'declared console messages that did not come').toEqual([]);
  }

  async close(): Promise<void> {
    await this.context.close();
  }

  /** Ends a failed test's visit and saves a screenshot of every tab and the trace in the folder. A tab that hangs has none. */
  async keep(folder: string): Promise<void> {
    await mkdir(folder, { recursive: true });
    for (const [index, page] of this.context.pages().entries())
      await page
        .screenshot({ path: join(folder, `tab-${index + 1}.png`), fullPage: true, timeout: waitMs / 3 })
        .catch(nothing);
    await this.context.tracing.stop({ path: join(folder, 'trace.zip') }).catch(nothing);
    console.error(`Screenshot, trace: ${relative(root, folder)} (npx playwright-core show-trace trace.zip)`);
    await this.close();
  }

  /** The address without a place in the page, which no screen is checked for again. */
  private get address(): string {
    return this.page.url().split('#', 1)[0] ?? '';
  }

  /** Opens a link of an email or a partner, the landing page, or an address that a person types. */
  async open(path: string): Promise<void> {
    this.#typed = path.startsWith('/') ? screenAt(new URL(path, this.product.url).pathname) : undefined;
    await this.page.goto(path);
  }

  /** Waits until a screen is rendered, then runs the checks that apply to every screen. */
  async arrive(screen: ScreenName, { showing, title }: Arrival = {}): Promise<void> {
    const { page } = this;
    // A page may have taken its token out of the address before this looks.
    const [withoutToken] = screens[screen].path.split('/:');
    await page.waitForURL(({ pathname }) => screenAt(pathname) === screen || pathname === withoutToken, {
      waitUntil: 'domcontentloaded',
    });
    const sign =
      typeof showing === 'string' ? page.getByText(showing).first() : (showing ?? page.locator('h1'));
    await sign.waitFor();
    await this.check(screen, title);
    if (screen === 'landing' || screen !== this.#typed) {
      this.#typed = undefined;
      recordReached(screen);
    }
  }

  async check(screen: ScreenName, own = screens[screen].title): Promise<void> {
    const { page } = this;
    const title = `${own} | Branchline`;
    await expect.poll(() => page.title(), { message: `title on ${screen}` }).toBe(title);
    expect(await page.locator('h1').count(), `headings of the first level on ${screen}`).toBe(1);
    if (!this.#isFreshDocument) {
      // A screen may mark the control with which the applicant continues.
      const marked = await page.locator('[data-arrival]').count();
      const wanted = marked > 0 ? 'INPUT' : 'H1';
      const focused = () => page.evaluate(() => document.activeElement?.tagName);
      await expect.poll(focused, { message: `focus on ${screen}` }).toBe(wanted);
      if (marked === 0)
        expect(await page.evaluate(() => window.scrollY), `${screen} begins at its top`).toBe(0);
    }
    this.#isFreshDocument = false;
    expect(await page.content(), `placeholders on ${screen}`).not.toMatch(/\{\{\w+.*?\}\}/);
    const late = await page.evaluate(
      () => (window as { addressesBeforeTheirScreens?: string[] }).addressesBeforeTheirScreens ?? [],
    );
    expect(late, 'addresses that changed before their screens').toEqual([]);
    await this.mustFit();
    await this.mustBeAccessible();
    this.#checked = this.address;
  }

  async mustFit(): Promise<void> {
    expect(await this.tooWide(), `wider than the window at ${this.page.url()}`).toEqual([]);
  }

  tooWide(): Promise<readonly string[]> {
    return this.page.evaluate(() => {
      const { scrollWidth, clientWidth } = document.documentElement;
      if (scrollWidth <= clientWidth) return [];
      const scrolls = (element: Element) => getComputedStyle(element).overflowX !== 'visible';
      const isHeld = (element: Element): boolean => {
        const { parentElement } = element;
        return (
          parentElement !== null &&
          parentElement !== document.body &&
          (scrolls(parentElement) || isHeld(parentElement))
        );
      };
      const beyond = [...document.querySelectorAll('body *')].filter(
        (element) => element.getBoundingClientRect().right > clientWidth && !isHeld(element),
      );
      const named = beyond.filter(
        (element) => !beyond.some((inner) => inner !== element && element.contains(inner)),
      );
      return [
        `${scrollWidth} of ${clientWidth} px`,
        ...named
          .slice(0, 5)
          .map(
            ({ tagName, className, textContent }) => `${tagName}.${className} ${textContent?.slice(0, 40)}`,
          ),
      ];
    });
  }

  async mustBeAccessible(): Promise<void> {
    const { page } = this;
    const shape = await page.evaluate(inPage.shapeOfPage);
    const key = createHash('sha256').update(this.#look).update(shape).digest('hex');
    if (hasPassedAxe(key)) return;
    // Once for each document: reading the script takes as long as judging a page.
    if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axeScript);
    expect(await page.evaluate(inPage.axeFindings, axeTags), `axe on ${page.url()}`).toEqual([]);
    recordPassedAxe(key);
  }

  get path(): string {
    const { pathname, search } = new URL(this.page.url());
    return pathname + search;
  }

  heading(): Promise<string | null> {
    return this.page.locator('h1').textContent();
  }

  button(name: string | RegExp): Locator {
    return this.page.getByRole('button', typeof name === 'string' ? { name, exact: true } : { name });
  }

  /** Why the last form submission was rejected. */
  summary(): Locator {
    return this.page.getByRole('group', { name: 'Please check these answers' });
  }

  /** Opens what a step offers besides its task: to finish later, reminders, notices on paper, to withdraw. */
  async openChoices(): Promise<void> {
    await this.page.getByText(/^(?:Finish later, or o|O)ther choices/).click();
  }

  dialog(): Locator {
    return this.page.getByRole('dialog');
  }

  /** Presses a button, even one that looks disabled. */
  async press(name: string | RegExp): Promise<void> {
    await this.button(name).click({ force: true });
  }

  /** Presses a button, and arrives where it leads. */
  async follow(name: string | RegExp, screen: ScreenName, arrival?: Arrival): Promise<void> {
    await this.button(name).click();
    await this.arrive(screen, arrival);
  }

  async followLink(name: string | RegExp, screen: ScreenName, arrival?: Arrival): Promise<void> {
    await this.page.getByRole('link', { name }).click();
    await this.arrive(screen, arrival);
  }

  offers(): Locator {
    return this.page
      .getByRole('article')
      .filter({ has: this.page.getByRole('button', { name: /^(?:Choose|Continue with) this offer/ }) });
  }

  /** The landing page once it is hydrated, which happens on the first interaction. */
  async openForm(path: string = pathOf('landing')): Promise<void> {
    let isAlive = false;
    const responded = this.page.waitForResponse((answer) => answer.url().includes(getServedStates.path));
    responded.then(() => {
      isAlive = true;
    }, nothing);
    await this.open(path);
    let at = 0;
    await eventually('life in the form', async () => {
      at += 1;
      await this.page.mouse.move(100 + (at % 2), 100);
      return isAlive;
    });
    await this.arrive('landing');
  }

  async fill(applicant: Applicant, path = pathOf('landing')): Promise<void> {
    await this.open(path);
    await this.arrive('landing');
    await fillForm(this.page, applicant);
  }

  async submit(applicant: Applicant, path?: string): Promise<Applicant> {
    await this.fill(applicant, path);
    await this.button('Check my offers').first().click();
    return applicant;
  }

  /** The sixth digit submits. The page may still be asking whether the code was sent, which is over then. */
  async enterCode(code: string): Promise<void> {
    this.allowConsole(/409.*\/otp$/);
    await this.page.getByLabel('Code', { exact: true }).fill(code);
  }

  async apply(applicant: Applicant, path?: string): Promise<Applicant> {
    await this.submit(applicant, path);
    await this.arrive('phone-check');
    await this.enterCode(await this.product.textCode(applicant.phone));
    return applicant;
  }

  /** Holds requests to an address back, until what it returns is called. */
  async hold(url: string | RegExp): Promise<() => void> {
    const held = Promise.withResolvers<void>();
    await this.page.route(url, async (route) => {
      await held.promise;
      await route.continue();
    });
    return held.resolve;
  }

  /** Loads the page again while its scripts fail halfway. */
  async reloadWithFailingScripts(): Promise<void> {
    const { page } = this;
    const scripts = /assets\/.*\.js/;
    let count = 0;
    this.allowConsole(/ERR_FAILED/);
    await page.route(scripts, (route) => (++count > 2 ? route.abort() : route.continue()));
    await page.goto(page.url());
    await page.locator('h1').waitFor();
    await page.waitForLoadState('networkidle');
    await page.unroute(scripts);
  }

  /** A link that is followed before then loads its page from the server. */
  async hydrated(): Promise<void> {
    const { page } = this;
    const isHydrated = () => document.documentElement.dataset.hydrated === 'all';
    await page.waitForFunction(isHydrated, undefined, { timeout: scheduledWaitMs }).catch((cause) => {
      throw new Error(`${page.url()} was not hydrated.`, { cause });
    });
  }

  async arriveAtOffers(): Promise<void> {
    await this.arrive('offers', { showing: this.button(/^(?:Choose|Continue with) this offer/).first() });
  }

  async getOffers(applicant: Applicant): Promise<Applicant> {
    await this.apply(applicant);
    await this.arriveAtOffers();
    return applicant;
  }

  async unfold(title: string): Promise<void> {
    const closed = this.page.locator('details:not([open]) > summary', { hasText: title });
    if (await closed.isVisible()) await closed.click();
  }

  async seeEveryTerm(): Promise<void> {
    await this.page.getByRole('link', { name: 'See all payment terms' }).click();
  }

  /** From the offers, over the page of every term. */
  async seeAmounts(): Promise<void> {
    await this.seeEveryTerm();
    await this.arrive('terms', { showing: this.offers().first() });
    await this.followLink('Change the amount', 'amount', { showing: this.button('$5,000') });
  }

  /** The choice about the vehicle, behind its question. */
  async vehicleSwitch(): Promise<Locator> {
    await this.unfold('Borrow more with your vehicle');
    return this.page.getByRole('checkbox', { name: /secured by my vehicle/ });
  }

  /** Chooses the offer with that many months, or else the featured one, and continues to its consents. */
  async choose(months?: number): Promise<void> {
    const offer = this.button(
      new RegExp(`^(?:Choose|Continue with) this offer.*${months === undefined ? '' : ` ${months} months`}`),
    );
    const more = this.button('Show more');
    if ((await offer.count()) === 0 && (await more.isVisible())) await more.click();
    await offer.first().click();
    await this.arriveAtPreview();
  }

  async arriveAtPreview(): Promise<void> {
    await this.arrive('offers', { showing: this.button('Accept and continue'), title: pageTitles.preview });
  }

  /** Checks the consents, accepts, and expects no particular screen. */
  async accept(): Promise<void> {
    for (const box of await this.page.getByRole('main').getByRole('checkbox').all()) await box.check();
    await this.button('Accept and continue').click();
  }

  async acceptTerms(): Promise<void> {
    await this.accept();
    await this.arrive('bank-link', { showing: this.button('Connect my bank') });
  }
}

export type VisitWith = (options: VisitOptions) => Promise<Visit>;

/** On pages that others change. Extensions may do what the page's policy forbids the page. */
export async function changedVisit(visitWith: VisitWith, kinds: readonly string[] = []): Promise<Visit> {
  const visit = await visitWith({ bypassCSP: true });
  visit.allowConsole(/Minified React error #418/);
  for (const kind of kinds) {
    const script = inPage.surroundings[kind];
    if (script) await visit.context.addInitScript(script);
  }
  return visit;
}

interface Arrival {
  /** An element that shows that the screen has its data; defaults to the heading. */
  readonly showing?: Locator | string;
  /** The tab title, for a screen with several pages that each have their own title. */
  readonly title?: string;
}
