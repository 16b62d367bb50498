// The layout that all emails share: the same text as plain text and as HTML.
import type { MoneyPromise } from '#contract/money-promise.ts';
import { moneyText } from '#contract/money-promise-text.ts';
import { cents, formatUsd } from '#finance/money.ts';
import type { Lender } from '#lender/load.ts';
import { addressLines, phoneText } from '../pdf/format.ts';
import { escapeHtml } from '../pdf/render-html.ts';

export interface EmailContent {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

export interface LinkEmail {
  readonly firstName: string;
  readonly link: string;
  /** How many days the link works. */
  readonly days: number;
}

/** A paragraph, a list, or a button with its address. */
export type Block =
  | string
  | { readonly list: readonly string[] }
  | { readonly button: string; readonly href: string };

export const servicePhone = ({ brand }: Lender): string => phoneText(brand.phones.customerService);

export const questions = (lender: Lender): string => `Questions? Call us at ${servicePhone(lender)}.`;

/** How a link to an application works. */
export const aboutLink = (days: number): string =>
  `The link works for ${days} days. If you open it on another device, we'll text a code to your phone. Please don't share the link.`;

const type = 'font:17px/1.5 -apple-system,Segoe UI,Roboto,sans-serif;color:#1C2421';

function textOf(block: Block): string {
  if (typeof block === 'string') return block;
  if ('list' in block) return block.list.map((item) => `- ${item}`).join('\n');
  return `${block.button}: ${block.href}`;
}

function htmlOf(block: Block): string {
  if (typeof block === 'string') return `<p style="margin:0 0 16px;${type}">${escapeHtml(block)}</p>`;
  if ('list' in block) {
    const items = block.list.map((item) => `<li style="margin:0 0 6px">${escapeHtml(item)}</li>`);
    return `<ul style="margin:0 0 16px;padding:0 0 0 22px;${type}">${items.join('')}</ul>`;
  }
  const href = escapeHtml(block.href);
  return `<p style="margin:8px 0 24px"><a href="${href}" style="display:inline-block;padding:14px 24px;border-radius:12px;background:#0F4C3A;color:#FFFFFF;font:600 17px/1.2 -apple-system,Segoe UI,Roboto,sans-serif;text-decoration:none">${escapeHtml(block.button)}</a></p>
<p style="margin:0 0 16px;font:14px/1.5 -apple-system,Segoe UI,Roboto,sans-serif;color:#4B5752">If the button doesn't work, open this link: <span style="word-break:break-all">${href}</span></p>`;
}

/** An email as text and HTML, with a greeting above it and the lender's address below. */
export function mail(
  lender: Lender,
  firstName: string,
  subject: string,
  content: readonly Block[],
  unsubscribe?: { readonly words: string; readonly href: string },
): EmailContent {
  const { brand } = lender;
  const blocks = [`Hello ${firstName},`, ...content];
  const address = addressLines(brand.address).join(', ');
  const footer = `${brand.legalName} · ${address} · ${servicePhone(lender)}`;
  const text = [
    ...blocks.map(textOf),
    '--',
    footer,
    ...(unsubscribe ? [`${unsubscribe.words}: ${unsubscribe.href}`] : []),
  ].join('\n\n');
  const body = blocks.map(htmlOf).join('\n');
  const html = `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escapeHtml(subject)}</title></head>
<body style="margin:0;background:#FBF8F3">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0"><tr><td align="center" style="padding:24px 16px">
<table role="presentation" width="560" cellpadding="0" cellspacing="0" style="max-width:560px;width:100%">
<tr><td style="padding:0 8px 16px;font:700 22px/1.2 Georgia,serif;color:#0F4C3A">${escapeHtml(brand.name)}</td></tr>
<tr><td style="padding:32px 24px;background:#FFFFFF;border-radius:12px">
<h1 style="margin:0 0 16px;font:700 26px/1.25 Georgia,serif;color:#1C2421">${escapeHtml(subject)}</h1>
${body}
</td></tr>
<tr><td style="padding:16px 8px;font:14px/1.5 -apple-system,Segoe UI,Roboto,sans-serif;color:#4A544F">${escapeHtml(footer)}${unsubscribe ? `<br><a href="${escapeHtml(unsubscribe.href)}" style="color:#4A544F">${escapeHtml(unsubscribe.words)}</a>` : ''}</td></tr>
</table></td></tr></table>
</body></html>`;
  return { subject: `${subject} – ${brand.name}`, text, html };
}

/** "You'll have $5,000 in your account ending 0000 by Tuesday, November 24." */
export function promiseSentence({ brand }: Lender, money: MoneyPromise): string {
  const text = moneyText(money, {
    usd: (amount) => formatUsd(cents(amount)),
    timeZone: brand.hours.timeZone,
  });
  return `${text[0]?.toUpperCase()}${text.slice(1)}.`;
}
