import * as z from 'zod/mini';
import { depositText as words } from '../../wording/deposit.ts';

/** The id of the account that is chosen. Nothing chosen is null in a group of radio buttons. */
export const accountChoice = z
  .string({ error: words.chooseAccount })
  .check(z.minLength(1, words.chooseAccount));
