// Fills placeholders such as {name} in legal texts, so that a change in brand.json reaches them all.
import type { Brand } from '../schema/brand.ts';
import { phoneText } from './phone-text.ts';

type TextSource = Pick<
  Brand,
  'name' | 'legalName' | 'companySite' | 'customerPortal' | 'license' | 'address' | 'phones' | 'emails'
>;

type TextBlock = { heading: string } | { paragraph: string } | { list: string[] };

export interface FillableText {
  readonly title: string;
  readonly body: TextBlock[];
}

export function textValues(brand: TextSource): Readonly<Record<string, string>> {
  const { streetAddress, city, state, zipCode } = brand.address;
  return {
    name: brand.name,
    legalName: brand.legalName,
    companySite: brand.companySite,
    customerPortal: brand.customerPortal,
    address: `${streetAddress}, ${city}, ${state} ${zipCode}`,
    phone: phoneText(brand.phones.customerService),
    privacyPhone: phoneText(brand.phones.privacy),
    documentsPhone: phoneText(brand.phones.documents),
    militaryLendingPhone: phoneText(brand.phones.militaryLending),
    email: brand.emails.customerService,
    privacyEmail: brand.emails.privacy,
    license: brand.license,
  };
}

/** A text with its placeholders filled in, or the name of a placeholder for which neither the brand nor `more` has a value. */
export function fillText<T extends FillableText>(
  text: T,
  brand: TextSource,
  more: Readonly<Record<string, unknown>> = {},
): { readonly text: T } | { readonly unknown: string } {
  const values: Readonly<Record<string, unknown>> = { ...more, ...textValues(brand) };
  let unknown: string | undefined;
  const fill = (words: string) =>
    words.replace(/\{(\w+)\}/g, (whole, name: string) => {
      const value = values[name];
      if (value === undefined) unknown ??= name;
      return value === undefined ? whole : String(value);
    });
  const body = text.body.map((block): TextBlock => {
    if ('heading' in block) return { heading: fill(block.heading) };
    if ('paragraph' in block) return { paragraph: fill(block.paragraph) };
    return { list: block.list.map(fill) };
  });
  const filled = { ...text, title: fill(text.title), body };
  return unknown === undefined ? { text: filled } : { unknown };
}

type PlaceholdersOf<Sentence extends string> = Sentence extends `${string}{${infer Name}}${infer Rest}`
  ? Name | PlaceholdersOf<Rest>
  : never;

/** A sentence of our own with its placeholders filled in. */
export const fillIn = <Sentence extends string>(
  sentence: Sentence,
  values: Readonly<Record<PlaceholdersOf<Sentence>, unknown>>,
) => sentence.replace(/\{(\w+)\}/g, (_, name: string) => String(values[name as PlaceholdersOf<Sentence>]));
