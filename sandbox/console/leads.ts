// Plays a partner's server: hands a lead to the product and returns the product's response.
import type { FastifyInstance } from 'fastify';
import type { Context } from '../context.ts';
import { noProduct, trimmedText as text } from '../requests.ts';

/** A blank field is left out of the lead. Text that is not a number is sent as typed, so that the product refuses it. */
const number = (value: unknown) =>
  text(value) === '' ? undefined : Number.isNaN(Number(text(value))) ? text(value) : Number(text(value));
const orNothing = (value: unknown) => text(value) || undefined;

const consentTexts = [
  'terms-of-use',
  'privacy-policy',
  'esign-consent',
  'credit-profile-authorization',
  'phone-consent',
  'email-consent',
];

/** "1, phone-consent:2": the version of every text, and exceptions for single texts. Undefined without consent. */
function versionsIn(typed: string): ((document: string) => unknown) | undefined {
  if (typed === '') return undefined;
  const entries = typed.split(',').map((entry) => entry.trim());
  const usual = entries.find((entry) => !entry.includes(':'));
  return (document) => {
    const own = entries.find((entry) => entry.startsWith(`${document}:`));
    return number(own === undefined ? usual : own.slice(document.length + 1));
  };
}

export function leadRoutes(app: FastifyInstance, { clock }: Context, productUrl: string): void {
  app.post('/leads', async (request, reply) => {
    const form = (request.body ?? {}) as Record<string, unknown>;
    const partner = text(form.partner);
    const versionOf = versionsIn(text(form.consentVersion));
    const texts = (...names: string[]) => Object.fromEntries(names.map((name) => [name, text(form[name])]));
    const lead = {
      leadId: text(form.leadId) || `console-${crypto.randomUUID()}`,
      ...texts('firstName', 'lastName', 'email', 'dob', 'ssn'),
      phone: orNothing(form.phone),
      address: {
        ...texts('streetAddress', 'city', 'state', 'zipCode'),
        residentialStatus: orNothing(form.residentialStatus),
        monthlyPayment: number(form.monthlyPayment),
      },
      income: { mainIncome: number(form.mainIncome) },
      loanAmount: number(form.loanAmount),
      loanTerm: number(form.loanTerm),
      ...(versionOf && {
        consent: {
          givenAt: clock().toISOString(),
          statement: 'I agree to the terms of the lender and to be contacted.',
          texts: consentTexts.map((document) => ({ document, version: versionOf(document) })),
          address: '203.0.113.7',
          userAgent: 'Mozilla/5.0',
        },
      }),
    };
    const response = await fetch(
      new URL(`/api/v1/partners/${encodeURIComponent(partner || 'none')}/leads`, productUrl),
      {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: `Bearer sandbox-${partner}-key` },
        body: JSON.stringify(lead),
      },
    ).catch(() => undefined);
    if (response === undefined) throw noProduct(productUrl);
    return reply
      .code(response.status)
      .type('application/json; charset=utf-8')
      .send(await response.text());
  });
}
