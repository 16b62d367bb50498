// `ops legal-hold`: keeps everything of an application, or of all applications of its person, from every deletion.

import { legalHolds, liftLegalHold, placeLegalHold } from '../evidence/legal-holds.ts';
import { findApplication } from '../journey/applications.ts';
import { transact } from '../platform/db/database.ts';
import { SetupError } from '../platform/failure.ts';
import { audit } from '../records/audit.ts';
import { type Command, dayOf, readArguments, withServices } from './command.ts';
import { findReference, readVerb } from './references.ts';

const usage = [
  'Run `ops legal-hold` to list the holds in force, or one of',
  '  ops legal-hold place <application> --note "why" [--person]   keep it, or with --person all of its person',
  '  ops legal-hold lift <id> --note "why"                        end a hold; retention periods apply again',
].join('\n');

export const runLegalHoldCommand: Command = async (env, args, print) => {
  const { values, positionals } = readArguments(args, usage, { note: 'string', person: 'boolean' });
  const request = readVerb(positionals, ['place', 'lift'], usage);
  const note = values.note?.trim() ?? '';
  const isOfPerson = values.person === true;
  if ((request === undefined) !== (note === '') || (request?.verb === 'lift' && isOfPerson))
    throw new SetupError(usage);
  await withServices(env, { keys: true }, async (services) => {
    const { db, vault, clock } = services;
    if (request?.verb === 'place') {
      const id = await findReference(db, 'application', request.reference);
      const application = await findApplication(db, id);
      if (application === undefined || application.purged_at !== null)
        throw new SetupError(`There is nothing left of application ${id} to keep.`);
      const hold = await transact(db, async (tx) => {
        const scope = isOfPerson ? 'person' : 'application';
        await audit(tx, clock, { applicationId: id }, { type: 'legal-hold-placed', scope });
        return placeLegalHold(tx, services, id, { isOfPerson, reason: note });
      });
      return print(`Legal hold ${hold}: nothing of it is deleted until the hold is lifted.`);
    }
    if (request?.verb === 'lift') {
      const id = await findReference(db, 'legal_hold', request.reference);
      await transact(db, async (tx) => {
        const applicationId = await liftLegalHold(tx, services, id, note);
        if (applicationId === undefined) throw new SetupError(`No legal hold ${id} is in force.`);
        await audit(tx, clock, { applicationId }, { type: 'legal-hold-lifted' });
      });
      return print(`Legal hold ${id} is lifted. Retention periods apply again.`);
    }
    const holds = await legalHolds(db, vault);
    for (const { id, applicationId, isOfPerson: ofPerson, placedAt, reason } of holds) {
      const scope = ofPerson ? 'the person of application' : 'application';
      print(`${id}  ${scope} ${applicationId}, since ${dayOf(placedAt)}: ${reason}`);
    }
    if (holds.length === 0) print('No legal hold is in force.');
  });
};
