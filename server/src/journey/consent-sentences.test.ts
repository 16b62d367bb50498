// Every sentence that applicants ever agreed to, in its order, with the first version of a text that says the same.

import { expect, it } from 'vitest';
import { type ConsentName, consents } from '#contract/consents.ts';
import { loadLender } from '#lender/load.ts';

interface Sentence {
  readonly says: string;
  readonly text: string;
  readonly since: number;
}

const said: Readonly<Record<ConsentName, readonly Sentence[]>> = {
  terms: [
    {
      says: 'I have read and agreed to the: Terms of Use, Privacy Policy, ESIGN Act Consent and Credit Profile Authorization.',
      text: 'terms-of-use',
      since: 1,
    },
  ],
  contact: [
    {
      says: 'By pressing Check my offers I agree to be contacted about this application by phone, text message and email.',
      text: 'phone-consent',
      since: 1,
    },
  ],
  contactOfLead: [
    {
      says: 'By pressing Continue I agree to be contacted about this application by phone, text message and email.',
      text: 'phone-consent',
      since: 1,
    },
  ],
  authorization: [
    {
      says: 'I authorize you to obtain my credit report to check whether I qualify for this loan. A hard inquiry is made only when I apply.',
      text: 'credit-profile-authorization',
      since: 1,
    },
  ],
  disclosures: [
    {
      says: 'I have read and agreed to the: Terms of Use, Privacy Policy and ESIGN Act Consent.',
      text: 'terms-of-use',
      since: 1,
    },
  ],
  esign: [
    {
      says: 'I can open the ESIGN Act Consent as a PDF. By pressing Send my loan documents I agree to receive and sign mine electronically.',
      text: 'esign-consent',
      since: 1,
    },
    {
      says: 'I opened the ESIGN Act Consent as a PDF and could read it. By pressing Send my loan documents, I agree to receive and sign mine electronically.',
      text: 'esign-consent',
      since: 2,
    },
  ],
  partners: [
    {
      says: 'Show me other lenders and services that are your partners. You send them nothing about me, as your Privacy Policy says.',
      text: 'privacy-policy',
      since: 2,
    },
  ],
  hardPull: [
    {
      says: 'I authorize you to obtain my credit report now. This is a hard inquiry, and it may affect my credit score.',
      text: 'credit-profile-authorization',
      since: 1,
    },
  ],
};

const { texts } = loadLender();

it.each(
  Object.keys(said) as ConsentName[],
)('a changed sentence of the consent %s comes with a new version of a text that it names', (name) => {
  expect(said[name].at(-1)?.says).toBe(consents[name].statement);
  said[name].forEach(({ says, text, since }, index) => {
    expect(consents[name].texts).toContain(text);
    expect(texts.some(({ id, version }) => id === text && version === since)).toBe(true);
    const before = said[name][index - 1];
    if (before === undefined) return;
    expect(says).not.toBe(before.says);
    expect(since).toBeGreaterThan(before.since);
  });
});
