// public/banks.json: banks whose name the form shows as soon as their routing number is typed. Others are typed by the applicant.
import { z } from 'zod';
import { nineDigits, sentence } from './fields.ts';

export const banksSchema = z.array(
  z.strictObject({
    routingNumber: nineDigits,
    name: sentence.max(255),
  }),
);
export type Banks = z.output<typeof banksSchema>;
