// The pages of the build: reads them and inserts their settings at startup, and selects the one for an address.
import { hash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { type Experience, experiences } from '#contract/experiences.ts';
import type { ScreenName } from '#contract/screens.ts';
import type { Lender } from '#lender/load.ts';
import { escapeHtml } from '../pdf/render-html.ts';
import { lenderDay } from '../platform/clock.ts';
import type { Config } from '../platform/config.ts';
import { SetupError } from '../platform/failure.ts';
import { once } from '../platform/once.ts';
import { contentSecurityPolicy } from './content-security-policy.ts';
import { type StatedFacts, withFacts } from './policy-facts.ts';

/** A page as `scripts/pages.ts` describes it. */
export interface BuiltPage {
  readonly file: string;
  readonly screen?: ScreenName;
  /** True if the page is fully rendered; otherwise it shows a loading message. */
  readonly whole: boolean;
  /** For the landing page, its variant. For a legal text, its name and the first day it applies. */
  readonly experience?: Experience;
  /** For the landing page of a partner's applicant, the partner's placeholders. */
  readonly partner?: { readonly name: string; readonly logo: string };
  readonly text?: string;
  readonly effective?: string;
  /** The hashes of the inline scripts and style. In development no page has the question about privacy. */
  readonly script: string;
  readonly question?: string;
  readonly style: string;
  /** What a browser loads before the page becomes interactive, in execution order. */
  readonly loads: readonly string[];
}

export type Page = ReturnType<typeof pageOf>;

export type Pages = ReturnType<typeof readPages>;

const compressBrotli = promisify(brotliCompress);
export const compressGzip = promisify(gzip);
export const brotli = (html: string, quality: number) =>
  compressBrotli(html, { params: { [constants.BROTLI_PARAM_QUALITY]: quality } });

export function readPages(config: Config, directory = config.WEB_DIR) {
  if (!existsSync(join(directory, 'pages.json')))
    throw new SetupError(`The browser side is not built (${directory}). Run npm run build first.`);
  const settings = jsonPart('settings', {
    ...(config.isProduction && { isProduction: true }),
    recaptcha: { script: config.RECAPTCHA_SCRIPT_URL, siteKey: config.RECAPTCHA_SITE_KEY },
    socure: {
      script: config.SOCURE_SDK_URL,
      sdkKey: config.SOCURE_SDK_KEY,
      configBaseUrl: config.SOCURE_CONFIG_URL,
    },
    plaid: { script: config.PLAID_LINK_SCRIPT_URL },
  });
  const built = JSON.parse(readFileSync(join(directory, 'pages.json'), 'utf8')) as readonly BuiltPage[];
  /** A page with its settings, and with placeholders for what the policy in force says. */
  const template = (of: BuiltPage) => ({
    ...of,
    /** UTF-8: in a string, one typographic quote makes every character take two bytes. */
    html: Buffer.from(withPart(readFileSync(join(directory, 'pages', of.file), 'utf8'), settings)),
    policy: contentSecurityPolicy(config, of),
  });
  return { directory, all: built.map(template) };
}

const pageOf = (template: BuiltPage & { readonly policy: string }, html: () => string) => ({
  ...template,
  /** Fills in the template on each call, because filled pages would take as much memory again. */
  html,
  etag: once(() => `"${hash('sha256', html(), 'base64url').slice(0, 22)}"`),
  // Compressed once, on first request.
  br: once(() => brotli(html(), 11)),
  gzip: once(() => compressGzip(html(), { level: 9 })),
});

function pageBy(page: Page, { name, logo }: Lender['partners'][number]): Page {
  const partner = { name, logo: `/lender/${logo}` };
  return pageOf(page, () => {
    const rendered = page
      .html()
      .replaceAll(`"${page.partner?.name}"`, () => `"${escapeHtml(partner.name)}"`)
      .replaceAll(`"${page.partner?.logo}"`, () => `"${escapeHtml(partner.logo)}"`);
    return withPart(rendered, jsonPart('partner', partner));
  });
}

export class PageIndex {
  readonly #all: readonly Page[];
  readonly #lender: Pick<Lender, 'brand' | 'partners'>;
  /** The pages of steps before their screen has loaded. */
  readonly #waiting: ReadonlyMap<ScreenName, Page>;
  readonly #landings: ReadonlyMap<string, Page>;
  /** A page without a screen. */
  readonly plain: Page;

  constructor(pages: Pages, lender: Pick<Lender, 'brand' | 'partners'>, stated: StatedFacts) {
    const all = pages.all.map((page) => pageOf(page, () => withFacts(page.html.toString(), stated)));
    this.#all = all;
    this.#lender = lender;
    this.plain = this.#the(({ screen }) => screen === undefined);
    this.#waiting = new Map(
      all.flatMap((page) => (page.screen && !page.whole ? [[page.screen, page] as const] : [])),
    );
    const landing = (variant: Experience, isSent: boolean) =>
      this.#the(({ experience, partner }) => experience === variant && isSent === (partner !== undefined));
    this.#landings = new Map(
      experiences.flatMap((variant) => [
        [variant, landing(variant, false)] as const,
        ...lender.partners.map(
          (partner) => [`${partner.id} ${variant}`, pageBy(landing(variant, true), partner)] as const,
        ),
      ]),
    );
  }

  /** The landing page in a variant; the partner's own if it sent the applicant. */
  landing(experience: unknown, subId: unknown): Page {
    const variant = experiences.find((name) => name === experience) ?? 'sp';
    const partner = this.#lender.partners.find(({ subIds }) => subIds.some((id) => id === subId));
    return this.#landings.get(partner ? `${partner.id} ${variant}` : variant) ?? this.plain;
  }

  /** The page that is the same for everyone; for a legal text, the version that applies today. */
  whole(screen: ScreenName, pathname: string, now: Date): Page | undefined {
    if (screen !== 'legal') return this.#all.find((page) => page.screen === screen && page.whole);
    const [text, day] = [pathname.split('/')[2], lenderDay(this.#lender, now)];
    return this.#all
      .filter((page) => page.text === text && page.effective !== undefined && page.effective <= day)
      .sort((page, other) => ((page.effective ?? '') < (other.effective ?? '') ? 1 : -1))[0];
  }

  waiting(screen: ScreenName): Page {
    return this.#waiting.get(screen) ?? this.plain;
  }

  #the(wanted: (page: Page) => boolean): Page {
    const page = this.#all.find(wanted);
    if (!page) throw new SetupError('The browser side lacks a page. Run npm run build again.');
    return page;
  }
}

export const afterRoot = '<!-- root ends -->';

/** The content of a page for one applicant, and the instant by which it says "today". */
export interface Rendered {
  readonly markup: string;
  readonly at: Date;
}

/** A page with its rendered content, which includes the title. */
export function withRendered(html: string, { markup, at }: Rendered): string {
  const title = /<title>.*?<\/title>/;
  const own = title.exec(markup)?.[0] ?? '';
  return html
    .replace(title, (before) => own || before)
    .replace(
      new RegExp(`<div id="root">.*</div>${afterRoot}`, 's'),
      () => `<div id="root" data-rendered="${at.toISOString()}">${markup.replace(own, '')}</div>${afterRoot}`,
    );
}

/** Data for the page's script. It is not a script itself, so the policy allows it without a hash. */
export const jsonPart = (id: string, data: unknown) =>
  `<script type="application/json" id="${id}">${JSON.stringify(data).replaceAll('<', '\\u003c')}</script>`;

export const withPart = (html: string, part: string) => html.replace('</body>', () => `${part}</body>`);
