// A visit: one browser of its own, in which every screen that is arrived at is held to the same promises.
import { createHash } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import { join, relative, resolve } from 'node:path';
import AxeBuilder from '@axe-core/playwright';
import type { Browser, BrowserContext, BrowserContextOptions, Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import { getServedStates } from '#contract/prequalification.ts';
import { pathOf, type ScreenName, screenAt, screens } from '#contract/screens.ts';
import { pageTitles } from '#web/wording/titles.ts';
import { type Applicant, fillForm } from './applicant.ts';
import { eventually, type Product } from './product.ts';

const root = resolve(import.meta.dirname, '..');

export const phone = { width: 390, height: 844 };
export const desktop = { width: 1280, height: 900 };

const axeTags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22a', 'wcag22aa', 'best-practice'];
/** When a screen counts as never coming. It is no measure of speed: a busy machine has to stay well below it. */
const patience = 120_000;
/** Pages that axe has passed in this process already; the same page with other figures tells nothing new. */
const passed = new Set<string>();
const nothing = () => {};

export class Visit {
  readonly product: Product;
  readonly context: BrowserContext;
  readonly page: Page;
  readonly #look: string;
  readonly #complaints: string[] = [];
  readonly #expected: RegExp[] = [];
  /** A document that was loaded keeps the focus where the browser puts it; a navigation inside it moves the focus. */
  #isFreshDocument = true;
  #checked: string | undefined;

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
    options: BrowserContextOptions = {},
  ): Promise<Visit> {
    const context = await browser.newContext({
      baseURL: product.url,
      viewport: phone,
      locale: 'en-US',
      reducedMotion: 'reduce',
      ...options,
    });
    context.setDefaultTimeout(patience);
    await context.tracing.start({ snapshots: true });
    const { viewport, colorScheme, forcedColors } = options;
    return new Visit(
      product,
      context,
      await context.newPage(),
      JSON.stringify([viewport, colorScheme, forcedColors]),
    );
  }

  /** Another tab of the same browser, with the promises of this one. */
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

  /** Declares a console message that belongs to what is tested. It has to come. */
  expectConsole(message: RegExp): void {
    this.#expected.push(message);
  }

  /** Checks the last screen too, and that no console message is left that nobody declared. */
  async mustEndWell(): Promise<void> {
    const last = screenAt(new URL(this.page.url()).pathname);
    if (last && this.#checked !== this.page.url()) await this.check(last);
    const undeclared = this.#complaints.filter(
      (complaint) => !this.#expected.some((expected) => expected.test(complaint)),
    );
    expect(undeclared, 'console errors, warnings and page errors').toEqual([]);
    const missing = this.#expected.filter((expected) => !this.#complaints.some((one) => expected.test(one)));
    expect(missing, 'declared console messages that did not come').toEqual([]);
  }

  async close(): Promise<void> {
    await this.context.close();
  }

  /** Ends the visit of a failed test: a screenshot of every tab and the trace stay in the folder. */
  async keep(folder: string): Promise<void> {
    await mkdir(folder, { recursive: true });
    for (const [index, page] of this.context.pages().entries())
      await page.screenshot({ path: join(folder, `tab-${index + 1}.png`), fullPage: true }).catch(nothing);
    await this.context.tracing.stop({ path: join(folder, 'trace.zip') }).catch(nothing);
    console.error(
      `Screenshot and trace: ${relative(root, folder)} (npx playwright-core show-trace trace.zip)`,
    );
    await this.close();
  }

  async open(path: string): Promise<void> {
    await this.page.goto(path);
  }

  /** Waits until a screen is there and drawn, and holds it to what every screen promises. */
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
  }

  async check(screen: ScreenName, own = screens[screen].title): Promise<void> {
    const { page } = this;
    const title = `${own} | Branchline`;
    await page
      .waitForFunction((title) => document.title === title, title)
      .catch(async () => expect(await page.title(), `title on ${screen}`).toBe(title));
    expect(await page.locator('h1').count(), `headings of the first level on ${screen}`).toBe(1);
    if (!this.#isFreshDocument) {
      const focused = () => document.activeElement?.tagName ?? 'nothing';
      await page
        .waitForFunction(() => document.activeElement?.tagName === 'H1')
        .catch(async () => expect(await page.evaluate(focused), `focus on ${screen}`).toBe('H1'));
      expect(await page.evaluate(() => window.scrollY), `${screen} begins at its top`).toBe(0);
    }
    this.#isFreshDocument = false;
    await this.mustFit();
    await this.mustBeAccessible();
    this.#checked = page.url();
  }

  /** No part is wider than the window. */
  async mustFit(): Promise<void> {
    const [needed, given] = await this.page.evaluate(() => {
      const { scrollWidth, clientWidth } = document.documentElement;
      return [scrollWidth, clientWidth];
    });
    expect(needed, `width of ${this.page.url()}`).toBeLessThanOrEqual(given as number);
  }

  async mustBeAccessible(): Promise<void> {
    const { page } = this;
    const html = await page.evaluate(() => document.body.outerHTML);
    const shape = html.replace(/_r_\w+_|\d+/g, '0');
    const key = createHash('sha256').update(this.#look).update(shape).digest('hex');
    if (passed.has(key)) return;
    // In the page itself: the other way opens a tab of its own each time. Frames are the vendors'.
    const { violations } = await new AxeBuilder({ page }).withTags(axeTags).setLegacyMode().analyze();
    const found = violations.map(
      ({ id, help, nodes }) => `${id}: ${help} (${nodes.map(({ target }) => target.join(' ')).join('; ')})`,
    );
    expect(found, `axe on ${page.url()}`).toEqual([]);
    passed.add(key);
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

  /** What the last press of a form was refused for. */
  summary(): Locator {
    return this.page.getByRole('group', { name: 'Please check these answers' });
  }

  dialog(): Locator {
    return this.page.getByRole('dialog');
  }

  /** Presses a button; one that looks not ready yet can be pressed as well. */
  async press(name: string | RegExp): Promise<void> {
    await this.button(name).click({ force: true });
  }

  offers(): Locator {
    return this.page
      .getByRole('article')
      .filter({ has: this.page.getByRole('button', { name: /^Choose this offer/ }) });
  }

  /** The landing page, once it does more than show its markup: it comes alive when someone is there. */
  async openForm(path: string = pathOf('landing')): Promise<void> {
    let isAlive = false;
    const asked = this.page.waitForResponse((answer) => answer.url().includes(getServedStates.path));
    asked.then(() => {
      isAlive = true;
    }, nothing);
    await this.open(path);
    let at = 0;
    await eventually('life in the form', async () => {
      at += 1;
      await this.page.mouse.move(100 + (at % 2), 100);
      return isAlive || undefined;
    });
    await this.arrive('landing');
  }

  /** From the landing page to the form that is filled in and not yet sent. */
  async fill(applicant: Applicant, path = pathOf('landing')): Promise<void> {
    await this.open(path);
    await this.arrive('landing');
    await fillForm(this.page, applicant);
  }

  /** Sends the form and stays for whatever comes. */
  async submit(applicant: Applicant, path?: string): Promise<void> {
    await this.fill(applicant, path);
    await this.button('Check my offers').first().click();
  }

  async enterCode(code: string): Promise<void> {
    await this.page.getByLabel('Code', { exact: true }).fill(code);
    await this.button('Verify').click();
  }

  /** From the landing page past the text code. */
  async apply(applicant: Applicant): Promise<void> {
    await this.submit(applicant);
    await this.arrive('phone-check');
    await this.enterCode(await this.product.textCode(applicant.phone));
  }

  async arriveAtOffers(): Promise<void> {
    await this.arrive('offers', { showing: this.button(/^Choose this offer/).first() });
  }

  /** From the landing page to the offers. */
  async getOffers(applicant: Applicant): Promise<void> {
    await this.apply(applicant);
    await this.arriveAtOffers();
  }

  /** Chooses the offer of so many months, else the featured one, and goes on to its consents. */
  async choose(months?: number): Promise<void> {
    const offer =
      months === undefined ? this.offers() : this.offers().filter({ hasText: `${months} months` });
    const more = this.button('Show more');
    if ((await offer.count()) === 0 && (await more.isVisible())) await more.click();
    await offer
      .first()
      .getByRole('button', { name: /^Choose this offer/ })
      .click();
    await this.arriveAtPreview();
  }

  /** The chosen offer with its consents. */
  async arriveAtPreview(): Promise<void> {
    await this.arrive('offers', { showing: this.button('Accept and continue'), title: pageTitles.preview });
  }

  /** Ticks the consents, accepts, and stays for whatever comes. */
  async accept(): Promise<void> {
    for (const box of await this.page.getByRole('main').getByRole('checkbox').all()) await box.check();
    await this.button('Accept and continue').click();
  }

  /** From the consents to accepted terms. */
  async acceptTerms(): Promise<void> {
    await this.accept();
    await this.arrive('bank-link', { showing: this.button('Connect my bank') });
  }
}

interface Arrival {
  /** What shows that the screen has what it needs; its heading where not given. */
  readonly showing?: Locator | string;
  /** What the tab says, where the screen is several pages with a title each. */
  readonly title?: string;
}
