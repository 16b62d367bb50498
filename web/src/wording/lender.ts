import brandFile from '#lender/public/brand.json';
import statesFile from '#lender/public/states.json';
import { phoneText } from './format.ts';

export const brand = brandFile;
export const servedStates: readonly {
  readonly code: string;
  readonly name: string;
  readonly minimumAge: number;
  readonly licenseNote: string;
}[] = statesFile;
export const helpPhone = phoneText(brand.phones.customerService);
