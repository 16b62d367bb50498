// Which +1 numbers are US phones: other countries share it, and so do numbers that fraudsters earn by when we text.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { type MetadataJson, parsePhoneNumberFromString } from 'libphonenumber-js/core';

/** What is known of the numbers behind +1. Those of the rest of the world would take 2 MB of each process. */
function americanNumbers(): MetadataJson {
  const file = createRequire(import.meta.url).resolve('libphonenumber-js/metadata.max.json');
  const { countries, country_calling_codes: codes, ...common } = JSON.parse(readFileSync(file, 'utf8'));
  const sharing: string[] = codes['1'];
  return {
    ...common,
    country_calling_codes: { 1: sharing },
    countries: Object.fromEntries(sharing.map((country) => [country, countries[country]])),
  };
}
const metadata = americanNumbers();

/** The states, and the territories: their numbers belong to people of the United States, wherever these live now. */
const countries: ReadonlySet<string | undefined> = new Set(['US', 'PR', 'VI', 'GU', 'AS', 'MP']);
/** The numbering plan doesn't distinguish landlines from mobile phones in most places. */
const kinds: ReadonlySet<string | undefined> = new Set(['FIXED_LINE_OR_MOBILE', 'MOBILE', 'FIXED_LINE']);

/** An area code that the table does not know yet, which is neither reserved nor toll-free, premium or personal. */
const newAreaCode = /^\+1(?!5|.(\d)\1|.9|37|96|88|976|710|456)[2-9]\d\d[2-9]\d{6}$/;

/** The text service's own test numbers, each answered with an error. No one owns them, and nothing is sent to them. */
const testNumber = /^\+1500555000\d$/;

/** Whether an E.164 phone belongs to a person in the United States: no other country's, premium, toll-free or personal number. */
export function isUsPhone(phone: string): boolean {
  const number = parsePhoneNumberFromString(phone, metadata);
  if (testNumber.test(phone)) return true;
  if (number?.country === undefined) return newAreaCode.test(phone);
  return countries.has(number.country) && kinds.has(number.getType());
}
