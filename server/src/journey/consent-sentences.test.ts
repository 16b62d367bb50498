// Every sentence that applicants ever agreed to, in its order, by the first version of a text that has it.

import { expect, it } from 'vitest';
import { type ConsentName, consents } from '#contract/consents.ts';
import { loadLender } from '#lender/load.ts';

const sentences: Readonly<Record<ConsentName, Readonly<Record<string, string>>>> = {
  terms: {
    'terms-of-use 1':
      'I have read and agreed to the: Terms of Use, Privacy Policy, ESIGN Act Consent and Credit Profile Authorization.',
  },
  contact: {
    'phone-consent 1':
      'By pressing Check my offers I agree to be contacted about this application by phone, text message and email.',
    'phone-consent 2':
      'By pressing Check my offers I agree to be contacted about this application by phone and email.',
  },
  contactOfLead: {
    'phone-consent 1':
      'By pressing Continue I agree to be contacted about this application by phone, text message and email.',
    'phone-consent 2':
      'By pressing Continue I agree to be contacted about this application by phone and email.',
  },
  authorization: {
    'credit-profile-authorization 1':
      'I authorize you to obtain my credit report to check whether I qualify for this loan. A hard inquiry is made only when I apply.',
  },
  disclosures: {
    'terms-of-use 1': 'I have read and agreed to the: Terms of Use, Privacy Policy and ESIGN Act Consent.',
  },
  esign: {
    'esign-consent 1':
      'I can open the ESIGN Act Consent as a PDF. By pressing Send my loan documents I agree to receive and sign mine electronically.',
    'esign-consent 2':
      'I opened the ESIGN Act Consent as a PDF and could read it. By pressing Send my loan documents, I agree to receive and sign mine electronically.',
  },
  partners: {
    'privacy-policy 2':
      "Show me other lenders and services that are your partners. You won't send them anything about me unless I choose to, as your Privacy Policy says.",
  },
  hardPull: {
    'credit-profile-authorization 1':
      'I authorize you to obtain my credit report now. This is a hard inquiry, and it may affect my credit score.',
  },
};

const { texts } = loadLender();

it.each(
  Object.entries(sentences) as [ConsentName, Record<string, string>][],
)('a changed sentence of the consent %s comes with a new version of a text that it names', (name, bySince) => {
  const lines = Object.values(bySince);
  expect(lines.at(-1)).toBe(consents[name].statement);
  expect(new Set(lines).size).toBe(lines.length);
  const since = Object.keys(bySince).map((key) => key.split(' '));
  for (const [id, version] of since) {
    expect(consents[name].texts).toContain(id);
    expect(texts.map((text) => `${text.id} ${text.version}`)).toContain(`${id} ${version}`);
  }
  const versions = since.map(([, version]) => Number(version));
  expect(versions).toEqual(versions.toSorted((one, other) => one - other));
});
