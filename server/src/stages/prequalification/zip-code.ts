// What a person would ask about a ZIP code before it decides anything.

import type { ResponseOf } from '#contract/endpoint.ts';
import { usStates } from '#contract/us-states.ts';
import type { askAboutZipCode } from '#contract/zip-code.ts';
import { fillIn } from '#lender/public/fill-text.ts';
import { fail } from '../../platform/failure.ts';
import type { With } from '../../services.ts';
import { errorMessages } from '../../wording/error-messages.ts';
import type { Home } from '../branches/nearest.ts';

const nameOf = (state: string) => usStates.find(({ value }) => value === state)?.label ?? state;

/** Refuses a code that no place has. */
export function questionAbout(
  { lender }: With<'lender'>,
  { state, zipCode }: Home,
): ResponseOf<typeof askAboutZipCode> {
  const place = lender.zips.get(zipCode) ?? fail('invalid', errorMessages.invalid.zipCode, 'address.zipCode');
  const { isIn, unknown } = errorMessages['zip-code-elsewhere'];
  if (!place.states.includes(state)) {
    const question = fillIn(isIn, {
      zipCode,
      states: place.states.map(nameOf).join(' or '),
      home: nameOf(state),
    });
    return { question, mustConfirm: true };
  }
  return place.isListed ? {} : { question: fillIn(unknown, { zipCode }) };
}

/** Refuses a code in another state than the home, unless the home's was confirmed. */
export function assertZipCode(
  services: With<'lender'>,
  { stateConfirmed, ...home }: Home & { readonly stateConfirmed?: boolean | undefined },
): void {
  const { question = '', mustConfirm } = questionAbout(services, home);
  if (mustConfirm && !stateConfirmed) fail('zip-code-elsewhere', question, 'address.zipCode');
}
