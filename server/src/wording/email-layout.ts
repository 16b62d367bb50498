// The layout that all emails share: the same text as plain text and as HTML.

import { byMoment } from '#contract/clock-text.ts';
import type { FundingEstimate } from '#contract/funding-estimate.ts';
import { moneyText } from '#contract/funding-estimate-text.ts';
import { type Cents, cents, formatUsd } from '#finance/money.ts';
import { spanText } from '#lender/advertised.ts';
import type { Lender } from '#lender/load.ts';
import type { Palette } from '#lender/palette.ts';
import { phoneText } from '#lender/public/phone-text.ts';
import { addressLines } from '../pdf/format.ts';
import { escapeHtml } from '../pdf/render-html.ts';

/** An email below its greeting. */
export type Email = ReturnType<typeof email>;

interface FooterLink {
  readonly words: string;
  readonly href: string;
}

export interface LinkEmail {
  readonly link: string;
  readonly days: number;
}

interface Opens {
  readonly href: string;
  /** For an address that opens an application: how long it works, as in "for 30 days". */
  readonly works?: string;
}

/** A paragraph, a list, the email's one button, a second address as a line of text, or what it is about as one large figure. */
export type Block =
  | string
  | { readonly list: readonly string[] }
  | (Opens & { readonly button: string })
  | (Opens & { readonly link: string })
  | { readonly figure: string; readonly label: string };

export const servicePhone = ({ brand }: Lender): string => phoneText(brand.phones.customerService);

/** "your loan of $5,000"; without an amount while none is chosen. */
export const loanOf = (amount: Cents | undefined): string =>
  amount === undefined ? 'your loan' : `your loan of ${formatUsd(amount)}`;

/** The amount that an email is about; nothing while none is chosen. */
export const figureOf = (amount: Cents | undefined, label: string): readonly Block[] =>
  amount === undefined ? [] : [{ figure: formatUsd(amount), label }];
/** By when the branch calls, on its own clock. */
export interface ExpectedCall {
  readonly by: Date;
  readonly timeZone: string;
}

/** "within 24 to 48 hours, by 5:30 pm Mountain time on Monday, March 9" */
export const callWithin = ({ advertised }: Lender, call: ExpectedCall | undefined): string =>
  `within ${spanText(advertised.branchCallsWithinHours, 'hour')}${call ? `, ${byMoment(call.timeZone, call.by)}` : ''}`;

export const forDays = (days: number): string => `for ${days} days`;

const face = '-apple-system,Segoe UI,Roboto,sans-serif';
const typesOf = ({ light }: Palette) => ({
  colors: light,
  type: `font:17px/1.5 ${face};color:${light.ink}`,
  small: `font:14px/1.5 ${face};color:${light['ink-soft']}`,
});

/** Mail programs that ignore style sheets keep the light scheme. */
const darkOf = ({ dark }: Palette) => `@media (prefers-color-scheme:dark){
.paper{background:${dark.paper}!important}.card{background:${dark.card}!important}
.ink{color:${dark.ink}!important}.soft,.soft a{color:${dark['ink-soft']}!important}.brand,.link{color:${dark.spruce}!important}
.button{background:${dark.spruce}!important;color:${dark['on-spruce']}!important}}`;

type Said = Exclude<Block, { readonly figure: string }>;

function textOf(block: Said): string {
  if (typeof block === 'string') return block;
  if ('list' in block) return block.list.map((item) => `- ${item}`).join('\n');
  const words = 'button' in block ? block.button : block.link;
  return `${words}: ${block.href}${block.works === undefined ? '' : ` (works ${block.works})`}`;
}

function htmlOf(block: Block, { colors, type, small }: ReturnType<typeof typesOf>): string {
  if (typeof block === 'string')
    return `<p class="ink" style="margin:0 0 16px;${type}">${escapeHtml(block)}</p>`;
  if ('list' in block) {
    const items = block.list.map((item) => `<li style="margin:0 0 6px">${escapeHtml(item)}</li>`);
    return `<ul class="ink" style="margin:0 0 16px;padding:0 0 0 22px;${type}">${items.join('')}</ul>`;
  }
  if ('figure' in block)
    return `<p class="soft" style="margin:0 0 20px;${small}"><span class="ink" style="display:block;font:700 40px/1.15 Georgia,serif;color:${colors.ink}">${escapeHtml(block.figure)}</span>${escapeHtml(block.label)}</p>`;
  const href = escapeHtml(block.href);
  const works = block.works === undefined ? '' : escapeHtml(block.works);
  if ('link' in block)
    return `<p class="soft" style="margin:0 0 16px;${small}"><a class="link" href="${href}" style="${type};color:${colors.spruce}">${escapeHtml(block.link)}</a>${works && ` (works ${works})`}</p>`;
  // The address itself is in the text part alone: it opens an application, and screens and printouts of an email are seen by others.
  return `<p style="margin:8px 0 ${works ? 8 : 24}px"><a class="button" href="${href}" style="display:inline-block;padding:14px 24px;border-radius:12px;background:${colors.spruce};color:${colors['on-spruce']};font:600 17px/1.2 ${face};text-decoration:none">${escapeHtml(block.button)}</a></p>${works && `\n<p class="soft" style="margin:0 0 16px;${small}">This link works ${works}.</p>`}`;
}

const privateLink =
  "The link opens your application, so please don't share it. On another device, we'll text a code to your phone first.";

/** `links` are at its foot, below the lender's address. */
export const email = (subject: string, content: readonly Block[], ...links: readonly FooterLink[]) => ({
  subject,
  content,
  links,
});

/** How to take back the consent to electronic notices (15 USC 7001(c)(1)(B)), in emails that carry one. */
export const noticesOnPaper = (href: string): FooterLink => ({ words: 'Get my notices on paper', href });

/** In every email to an applicant. The address opens nothing by itself: the page asks who is there. */
export const statusLink = (href: string): FooterLink => ({ words: 'See where my application stands', href });

/** An email as text and HTML, with a greeting above it and the lender's phone and address below. */
export function layOut(
  { subject, content, links }: Email,
  firstName: string,
  lender: Lender,
  publicUrl: string,
) {
  const { brand } = lender;
  // The figure is above the greeting, and a sentence says it too.
  const isSaid = (block: Block): block is Said => typeof block === 'string' || !('figure' in block);
  const figures = content.filter((block) => !isSaid(block));
  const said = content.filter(isSaid);
  const blocks = [`Hello ${firstName},`, ...said];
  const address = addressLines(brand.address).join(', ');
  const opensApplication = blocks.some((block) => typeof block === 'object' && 'works' in block);
  const footer = [
    `Questions? Call us at ${servicePhone(lender)}.`,
    ...(opensApplication ? [privateLink] : []),
    `${brand.legalName} · ${address}`,
  ];
  const text = [
    ...blocks.map(textOf),
    '--',
    ...footer,
    ...links.map(({ words, href }) => `${words}: ${href}`),
  ].join('\n\n');
  const { palette } = lender.look;
  const types = typesOf(palette);
  const { colors, small } = types;
  const body = [...figures, ...blocks].map((block) => htmlOf(block, types)).join('\n');
  const foot = [
    ...footer.map(escapeHtml),
    ...links.map(
      ({ words, href }) =>
        `<a href="${escapeHtml(href)}" style="color:${colors['ink-soft']}">${escapeHtml(words)}</a>`,
    ),
  ].join('<br>');
  const html = `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark"><title>${escapeHtml(subject)}</title><style>:root{color-scheme:light dark}${darkOf(palette)}</style></head>
<body class="paper" style="margin:0;background:${colors.paper}">
<table role="presentation" class="paper" width="100%" cellpadding="0" cellspacing="0"><tr><td align="center" style="padding:24px 16px">
<table role="presentation" width="560" cellpadding="0" cellspacing="0" style="max-width:560px;width:100%">
<tr><td class="brand" style="padding:0 8px 16px;font:700 22px/1.2 Georgia,serif;color:${colors.spruce}"><img src="${publicUrl}/lender/${lender.look.icon.png}" alt="" width="28" height="28" style="vertical-align:-6px;border:0"> ${escapeHtml(brand.name)}</td></tr>
<tr><td class="card" style="padding:32px 24px;background:${colors.card};border-radius:12px">
<h1 class="ink" style="margin:0 0 16px;font:700 26px/1.25 Georgia,serif;color:${colors.ink}">${escapeHtml(subject)}</h1>
${body}
</td></tr>
<tr><td class="soft" style="padding:16px 8px;${small}">${foot}</td></tr>
</table></td></tr></table>
</body></html>`;
  return { subject: `${subject} – ${brand.name}`, text, html };
}

/** "You'll have $5,000 in your account ending 0000 by Tuesday, November 24." */
export function promiseSentence(money: FundingEstimate): string {
  const text = moneyText(money, { usd: (amount) => formatUsd(cents(amount)) });
  return `${text[0]?.toUpperCase()}${text.slice(1)}.`;
}
