// A partner's lead for tests: submitted, opened and authenticated.
import { consents } from '#contract/consents.ts';
import { versionOn } from '#lender/in-force.ts';
import type { TextId } from '#lender/schema/legal-texts.ts';
import { lenderToday } from '#server/platform/clock.ts';
import { type Browser, eventually, form, textCode, type World } from './world.ts';

export const bearer = (token: string) => ({ authorization: `Bearer ${token}` });
export const harborlightKey = bearer('sandbox-harborlight-key');
export const leadsOf = (partner: string) => `/api/v1/partners/${partner}/leads`;

let linkResult = 0;

export function lead(person: number, changes: Record<string, unknown> = {}): Record<string, unknown> {
  linkResult += 1;
  const { tracking: _, acceptLegal: __, acceptTexts: ___, ...who } = form(person, changes);
  return { leadId: `lead-${linkResult}`, loanAmount: 5000, loanTerm: 48, ...who };
}

/** The consent sent by a partner whose own page showed our texts. */
export function proofOfConsent({ services, clock }: World) {
  const shown = [...consents.terms.texts, ...consents.contact.texts].map((document) => {
    const { version } = versionOn(services.lender.texts, document as TextId, lenderToday(services));
    return { document, version };
  });
  return {
    givenAt: clock.now().toISOString(),
    statement: 'I agree to the terms of the lender and to be contacted.',
    texts: shown,
    address: '203.0.113.7',
    userAgent: 'Mozilla/5.0',
  };
}

export async function handIn(world: World, body: Record<string, unknown>): Promise<string> {
  const answer = await world.browser().post(leadsOf('harborlight'), body, harborlightKey);
  if (answer.statusCode !== 200) throw new Error(`The lead was refused: ${answer.body}`);
  return new URL(answer.json().resumeUrl).searchParams.get('token') as string;
}

export const open = (browser: Browser, token: string, own = {}) =>
  browser.post('/api/v1/leads/resume/', { socureDeviceSessionId: 'device-of-a-test', ...own }, bearer(token));

/** The code in the newest text, once `count` texts were sent to the phone. */
export const newCode = (world: World, phone: unknown, count: number) =>
  textCode(world, String(phone), count - 1);

/** Opens the link of the email that confirms an address. */
export async function confirmEmail(world: World, browser: Browser, to: unknown): Promise<void> {
  const { text } = await world.mailAbout(to, /^Confirm your email/);
  const [, uidb64, token] = /email-verification\/([\w-]+)\/([\w.-]+)/.exec(text) ?? [];
  const confirmed = await browser.get(`/api/v1/activate/${uidb64}/${token}/`);
  if (confirmed.json().status !== true) throw new Error(`The address was not confirmed: ${confirmed.body}`);
}

/** The token in the newest email with a resume link, once `count` of them were sent. */
export async function emailedToken(world: World, to: unknown, count = 1, subjects = 'Your link') {
  return eventually(async () => {
    const mails = await world.mailTo(to);
    // Other emails have links to their documents, which last longer.
    const links = mails.flatMap(({ subject, text }) =>
      subject.startsWith(subjects) ? (/\/resume\?token=([^\s]+)/.exec(text)?.[1] ?? []) : [],
    );
    return links.length >= count ? links[0] : undefined;
  });
}
