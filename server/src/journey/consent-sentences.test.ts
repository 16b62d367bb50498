// Every sentence that applicants ever agreed to, in its order, with the first version of a text that has it.

import { expect, it } from 'vitest';
import { type ConsentName, consents } from '#contract/consents.ts';
import { loadLender } from '#lender/load.ts';

interface Sentence {
  readonly line: string;
  readonly text: string;
  readonly since: number;
}

const sentences: Readonly<Record<ConsentName, readonly Sentence[]>> = {
  terms: [
    {
      line: 'I have read and agreed to the: Terms of Use, Privacy Policy, ESIGN Act Consent and Credit Profile Authorization.',
      text: 'terms-of-use',
      since: 1,
    },
  ],
  contact: [
    {
      line: 'By pressing Check my offers I agree to be contacted about this application by phone, text message and email.',
      text: 'phone-consent',
      since: 1,
    },
    {
      line: 'By pressing Check my offers I agree to be contacted about this application by phone and email.',
      text: 'phone-consent',
      since: 2,
    },
  ],
  contactOfLead: [
    {
      line: 'By pressing Continue I agree to be contacted about this application by phone, text message and email.',
      text: 'phone-consent',
      since: 1,
    },
    {
      line: 'By pressing Continue I agree to be contacted about this application by phone and email.',
      text: 'phone-consent',
      since: 2,
    },
  ],
  authorization: [
    {
      line: 'I authorize you to obtain my credit report to check whether I qualify for this loan. A hard inquiry is made only when I apply.',
      text: 'credit-profile-authorization',
      since: 1,
    },
  ],
  disclosures: [
    {
      line: 'I have read and agreed to the: Terms of Use, Privacy Policy and ESIGN Act Consent.',
      text: 'terms-of-use',
      since: 1,
    },
  ],
  esign: [
    {
      line: 'I can open the ESIGN Act Consent as a PDF. By pressing Send my loan documents I agree to receive and sign mine electronically.',
      text: 'esign-consent',
      since: 1,
    },
    {
      line: 'I opened the ESIGN Act Consent as a PDF and could read it. By pressing Send my loan documents, I agree to receive and sign mine electronically.',
      text: 'esign-consent',
      since: 2,
    },
  ],
  partners: [
    {
      line: "Show me other lenders and services that are your partners. You won't send them anything about me unless I choose to, as your Privacy Policy says.",
      text: 'privacy-policy',
      since: 2,
    },
  ],
  hardPull: [
    {
      line: 'I authorize you to obtain my credit report now. This is a hard inquiry, and it may affect my credit score.',
      text: 'credit-profile-authorization',
      since: 1,
    },
  ],
};

const { texts } = loadLender();

it.each(
  Object.keys(sentences) as ConsentName[],
)('a changed sentence of the consent %s comes with a new version of a text that it names', (name) => {
  expect(sentences[name].at(-1)?.line).toBe(consents[name].statement);
  sentences[name].forEach(({ line, text, since }, index) => {
    expect(consents[name].texts).toContain(text);
    expect(texts.some(({ id, version }) => id === text && version === since)).toBe(true);
    const before = sentences[name][index - 1];
    if (before === undefined) return;
    expect(line).not.toBe(before.line);
    expect(since).toBeGreaterThan(before.since);
  });
});
