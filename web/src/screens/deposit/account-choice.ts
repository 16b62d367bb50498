import * as z from 'zod/mini';
import { depositText as words } from '../../wording/deposit.ts';

/** The id of the chosen account. With no choice, a radio group's value is null. */
export const accountChoice = z
  .string({ error: words.chooseAccount })
  .check(z.minLength(1, words.chooseAccount));
