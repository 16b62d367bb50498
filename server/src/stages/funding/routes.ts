// Routes for the validation of the account that receives the funds.

import type { FastifyInstance } from 'fastify';
import {
  type AccountValidation,
  confirmAmounts,
  getAccountValidation,
} from '#contract/account-validation.ts';
import { isoDate } from '#finance/dates.ts';
import { fillIn } from '#lender/public/fill-text.ts';
import { transactOn } from '../../journey/applications.ts';
import { refuseStep } from '../../journey/guard.ts';
import { serveStep } from '../../journey/step.ts';
import { fail } from '../../platform/failure.ts';
import { amountsOf, countTry, findValidation } from '../../records/account-validations.ts';
import { audit } from '../../records/audit.ts';
import type { Services } from '../../services.ts';
import { errorMessages } from '../../wording/error-messages.ts';
import { settle } from './account-validation.ts';

/** How often the amounts of one pair of deposits may be tried. Then a reviewer decides. */
const mostTries = 3;

export function accountValidationRoutes(app: FastifyInstance, services: Services): void {
  const { db, vault, clock } = services;

  serveStep(app, services, getAccountValidation, 'accountValidation', async ({ context }) =>
    shown(await findValidation(db, context.application.id)),
  );

  serveStep(app, services, confirmAmounts, 'accountValidation', async ({ context, body }) => {
    const { id } = context.application;
    const subject = { applicationId: id, sessionId: context.session.id };
    const isRight = await transactOn(db, id, async (tx) => {
      const row = await findValidation(tx, id);
      // A repeated press finds the result of the first one.
      if (row?.status === 'VALID' || row?.status === 'MANUAL_REVIEW') return true;
      const sent = row && amountsOf(vault, row);
      if (row?.status !== 'MICRO_ENTRIES' || sent === undefined) refuseStep();
      const right = inOrder(sent).join() === inOrder(body.amounts).join();
      await audit(tx, clock, subject, { type: 'micro-entries-tried', right });
      if (!right) await countTry(tx, id);
      if (right && row.owner_matched) {
        await settle(tx, services, row, { status: 'VALID', method: 'micro-entries' });
      } else if (right) {
        // The deposits prove access to the account, but no bank has named its owner.
        await settle(tx, services, row, { status: 'MANUAL_REVIEW', reason: 'no-name' });
      } else if (row.tries + 1 >= mostTries) {
        await settle(tx, services, row, { status: 'MANUAL_REVIEW', reason: 'wrong-amounts' });
      }
      return right;
    });
    const now = shown(await findValidation(db, id));
    if (!isRight && now.deposits) {
      const { triesLeft: tries } = now.deposits;
      const { wrongAmounts, wrongAmountsAgain } = errorMessages.invalid;
      fail('invalid', tries === 1 ? wrongAmountsAgain : fillIn(wrongAmounts, { tries }), 'amounts');
    }
    return now;
  });
}

const inOrder = ([a, b]: readonly [number, number]) => [Math.min(a, b), Math.max(a, b)];

/** An account from before the introduction of validation is checked when the loan is signed. */
function shown(row: Awaited<ReturnType<typeof findValidation>>): AccountValidation {
  if (row === undefined) return { status: 'CHECKING' };
  const { status, effective_on: arriveOn, tries } = row;
  if (status !== 'MICRO_ENTRIES' || arriveOn === null) return { status };
  return { status, deposits: { arriveOn: isoDate(arriveOn), triesLeft: Math.max(0, mostTries - tries) } };
}
