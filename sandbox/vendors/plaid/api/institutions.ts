// Listing and reading institutions.
import type { InstitutionsGetByIdResponse, InstitutionsGetResponse } from 'plaid';
import { fields, text } from '../../../request-fields.ts';
import { invalidField, invalidInput, missingFields } from '../errors.ts';
import { banks, findBank, institution, supports } from '../institutions.ts';
import { strings } from '../shapes.ts';
import type { Api } from './calls.ts';

const inCountry = (given: unknown): boolean => {
  const codes = strings(given);
  if (codes.length === 0) throw missingFields(['country_codes']);
  return codes.includes('US');
};

export function institutionCalls({ call }: Api): void {
  call<InstitutionsGetResponse>(
    '/institutions/get',
    { required: ['count', 'offset', 'country_codes'], optional: ['options'] },
    (body) => {
      const { count, offset } = body as { count: number; offset: number };
      if (!Number.isInteger(count) || count < 1 || count > 500)
        throw invalidField('count must be between 1 and 500');
      if (!Number.isInteger(offset) || offset < 0)
        throw invalidField('offset must be a non-negative integer');
      const { products, oauth, routing_numbers, include_optional_metadata } = fields(body.options);
      const matching = inCountry(body.country_codes)
        ? banks.filter(
            (bank) =>
              strings(products).every(supports) &&
              (typeof oauth !== 'boolean' || bank.oauth === oauth) &&
              (!Array.isArray(routing_numbers) || routing_numbers.includes(bank.routing)),
          )
        : [];
      return {
        institutions: matching
          .slice(offset, offset + count)
          .map((bank) => institution(bank, { metadata: include_optional_metadata === true, status: false })),
        total: matching.length,
      };
    },
  );

  call<InstitutionsGetByIdResponse>(
    '/institutions/get_by_id',
    { required: ['institution_id', 'country_codes'], optional: ['options'] },
    (body) => {
      const bank = inCountry(body.country_codes) ? findBank(text(body.institution_id)) : undefined;
      if (!bank) throw invalidInput('INVALID_INSTITUTION', 'invalid institution_id provided');
      const { include_optional_metadata, include_status } = fields(body.options);
      return {
        institution: institution(bank, {
          metadata: include_optional_metadata === true,
          status: include_status === true,
        }),
      };
    },
  );
}
