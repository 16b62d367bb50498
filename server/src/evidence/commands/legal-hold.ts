// `ops legal-hold`: keeps everything of an application, or of all applications of its person, from every deletion.

import { defineCommand, flag, required } from '../../commands/command.ts';
import { dayOf } from '../../commands/printing.ts';
import { reference } from '../../commands/references.ts';
import { text } from '../../commands/words.ts';
import { findApplication } from '../../journey/applications.ts';
import { transact } from '../../platform/db/database.ts';
import { SetupError } from '../../platform/failure.ts';
import { audit } from '../../records/audit.ts';
import { legalHolds, liftLegalHold, placeLegalHold } from '../legal-holds.ts';

const note = required(text('why'), 'why, which is recorded');

const place = defineCommand('place', 'keep everything of an application, or of its person', {
  arguments: { application: required(reference('application')) },
  options: { note, person: flag('keep all of its person, also what comes later') },
  needs: ['vault'],
  run: async (services, { application: id, note: reason, person: isOfPerson }) => {
    const { db, clock } = services;
    const application = await findApplication(db, id);
    if (application === undefined || application.purged_at !== null)
      throw new SetupError(`There is nothing left of application ${id} to keep.`);
    const hold = await transact(db, async (tx) => {
      const scope = isOfPerson ? 'person' : 'application';
      await audit(tx, clock, { applicationId: id }, { type: 'legal-hold-placed', scope });
      return placeLegalHold(tx, services, id, { isOfPerson, reason });
    });
    return `Legal hold ${hold}: nothing of it is deleted until the hold is lifted.`;
  },
});

const lift = defineCommand('lift', 'end a hold; retention periods apply again', {
  arguments: { id: required(reference('legal_hold')) },
  options: { note },
  needs: ['vault'],
  run: async (services, { id, note: why }) => {
    const lifted = await transact(services.db, (tx) => liftLegalHold(tx, services, id, why));
    if (!lifted) throw new SetupError(`No legal hold ${id} is in force.`);
    return `Legal hold ${id} is lifted. Retention periods apply again.`;
  },
});

export const legalHold = defineCommand('legal-hold', 'keep an application or a person from every deletion', {
  needs: ['vault'],
  run: async ({ db, vault }) => {
    const holds = await legalHolds(db, vault);
    if (holds.length === 0) return 'No legal hold is in force.';
    return holds.map(({ id, applicationId, isOfPerson, placedAt, reason }) => {
      const scope = isOfPerson ? 'the person of application' : 'application';
      return `${id}  ${scope} ${applicationId}, since ${dayOf(placedAt)}: ${reason}`;
    });
  },
  verbs: [place, lift],
});
