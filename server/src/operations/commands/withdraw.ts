// `ops withdraw`: withdraws an application for its applicant, or cancels a signed loan whose money has not gone.

import { defineCommand, required } from '../../commands/command.ts';
import { reference } from '../../commands/references.ts';
import { recordIfWritten } from '../../funding/ach/ach-file.ts';
import { readApplication, transactOn } from '../../journey/applications.ts';
import { stateOf } from '../../journey/chart.ts';
import { isAllowed } from '../../journey/guard.ts';
import { withdraw } from '../../notices/withdrawal.ts';
import { Failure, SetupError } from '../../platform/failure.ts';

export const withdrawing = defineCommand('withdraw', 'withdraw an application, or cancel an unpaid loan', {
  arguments: { application: required(reference('application'), 'its applicant gets a receipt') },
  needs: ['vault', 'jobs', 'lender'],
  run: async (services, { application: id }) => {
    const { db } = services;
    const application = await readApplication(db, id);
    if (!isAllowed(application, 'withdraw'))
      throw new SetupError(`Application ${id} is ${application.state}, which can't be withdrawn.`);
    await transactOn(db, id, async (tx) => {
      await recordIfWritten(tx, services, id);
      await withdraw(tx, services, id, 'operator');
    }).catch((error: unknown) => {
      if (error instanceof Failure) throw new SetupError(error.errors[0]?.message ?? error.message);
      throw error;
    });
    return stateOf(application.state).signing === 'completed'
      ? `The loan of application ${id} is canceled. Its money won't go out, and the applicant gets a receipt.`
      : `Application ${id} is withdrawn, and the applicant gets a receipt.`;
  },
});
