import type { ServedState } from '#contract/prequalification.ts';
import brandFile from '#lender/public/brand.json';
import { phoneText } from '#lender/public/phone-text.ts';

export const brand = brandFile;

/** Without the licensing notes of `lender/public/states.json`, which are long and seldom read (`ui/LicensingNotes.tsx`). */
declare const __SERVED_STATES__: readonly ServedState[];

export const servedStates = __SERVED_STATES__;
export const helpPhone = phoneText(brand.phones.customerService);
