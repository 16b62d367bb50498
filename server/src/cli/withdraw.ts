// `ops withdraw`: withdraws an application for its applicant, or cancels a signed loan whose money has not gone.
import { loadLender } from '#lender/load.ts';
import { recordIfWritten } from '../funding/ach/ach-file.ts';
import { readApplication, transactOn } from '../journey/applications.ts';
import { stateOf } from '../journey/chart.ts';
import { isAllowed } from '../journey/guard.ts';
import { withdraw } from '../notices/withdrawal.ts';
import { Failure, SetupError } from '../platform/failure.ts';
import { type Command, withServices } from './command.ts';
import { findReference, isReference } from './references.ts';

const usage = [
  'Run `ops withdraw <application>` to withdraw it for its applicant.',
  'A signed loan is canceled if its money has not gone. The applicant gets a receipt.',
].join('\n');

export const runWithdrawCommand: Command = async (env, [text, ...rest], print) => {
  if (!isReference(text) || rest.length > 0) throw new SetupError(usage);
  const lender = loadLender(env.LENDER_DIR);
  await withServices(env, { keys: true, jobs: true }, async (services) => {
    const { db } = services;
    const id = await findReference(db, 'application', text);
    const application = await readApplication(db, id);
    if (!isAllowed(application, 'withdraw'))
      throw new SetupError(`Application ${id} is ${application.state}, which can't be withdrawn.`);
    await transactOn(db, id, async (tx) => {
      await recordIfWritten(tx, services, id);
      await withdraw(tx, { ...services, lender }, id, 'operator');
    }).catch((error: unknown) => {
      if (error instanceof Failure) throw new SetupError(error.errors[0]?.message ?? usage);
      throw error;
    });
    print(
      stateOf(application.state).signing === 'completed'
        ? `The loan of application ${id} is canceled. Its money won't go out, and the applicant gets a receipt.`
        : `Application ${id} is withdrawn, and the applicant gets a receipt.`,
    );
  });
};
