// Listing and reading institutions.
import type { InstitutionsGetByIdResponse, InstitutionsGetResponse } from 'plaid';
import * as z from 'zod';
import { invalidInput } from '../errors.ts';
import { banks, findBank, institution, supports } from '../institutions.ts';
import type { ResponseFields } from '../shapes.ts';
import { type Api, requiredText } from './calls.ts';

const country_codes = z.array(z.string()).min(1);
const metadata = { include_optional_metadata: z.boolean().default(false) };

export function institutionCalls({ call }: Api): void {
  const listRequest = {
    count: z.int().min(1).max(500),
    offset: z.int().nonnegative(),
    country_codes,
    options: z.strictObject({ ...metadata, products: z.array(z.string()).default([]) }).prefault({}),
  };
  call('/institutions/get', listRequest, (body): ResponseFields<InstitutionsGetResponse> => {
    const { count, offset, options } = body;
    const isServed = body.country_codes.includes('US') && options.products.every(supports);
    const matching = isServed ? banks : [];
    const institutions = matching
      .slice(offset, offset + count)
      .map((bank) => institution(bank, options.include_optional_metadata));
    return { institutions, total: matching.length };
  });

  const oneRequest = {
    institution_id: requiredText,
    country_codes,
    options: z.strictObject(metadata).prefault({}),
  };
  call('/institutions/get_by_id', oneRequest, (body): ResponseFields<InstitutionsGetByIdResponse> => {
    const bank = body.country_codes.includes('US') ? findBank(body.institution_id) : undefined;
    if (!bank) throw invalidInput('INVALID_INSTITUTION', 'invalid institution_id provided');
    return { institution: institution(bank, body.options.include_optional_metadata) };
  });
}
