// `ops fraud`: what fraud monitoring caught, by rule, and what a person decided.
import { loadLender } from '#lender/load.ts';
import { fraudFindingsSince } from '../funding/checks/fraud-findings.ts';
import { fraudReviewDue } from '../operations/queues.ts';
import { daysAfter } from '../platform/clock.ts';
import { SetupError } from '../platform/failure.ts';
import { holdsOf } from '../records/holds.ts';
import { type Command, dayOf, readOptions, withServices } from './command.ts';

const usage = 'Run `ops fraud [--days 30]`: what the rules of lender/fraud-monitoring.json caught.';

export const runFraudCommand: Command = async (env, args, print) => {
  const days = Number(readOptions(args, usage, { days: 'string' }).days ?? '30');
  if (!Number.isInteger(days) || days < 1 || days > 3650) throw new SetupError(usage);
  await withServices(env, {}, async ({ db, clock, config }) => {
    const { fraudMonitoring } = loadLender(config.lenderDirectory);
    const findings = await fraudFindingsSince(db, daysAfter(clock.now(), -days));
    for (const { application_id: id, rule, action, found, found_at: at } of findings) {
      const holds = action === 'hold' ? await holdsOf(db, id) : [];
      const hold = holds.find(({ kind, openedAt }) => kind === 'fraud' && openedAt >= at);
      const outcome = action === 'report' ? 'reported' : (hold?.resolution ?? 'waits for a person');
      print(`${dayOf(at)}  ${rule}${found === null ? '' : ` (${found})`}  application ${id}: ${outcome}`);
    }
    print(`In ${days} days:`);
    for (const [rule, { action }] of Object.entries(fraudMonitoring.rules)) {
      const caught = findings.filter((finding) => finding.rule === rule);
      const held = caught.filter((finding) => finding.action === 'hold').length;
      print(`  ${rule}, now ${action}: ${caught.length} found, ${held} of them held`);
    }
    print(
      `The rules were reviewed on ${fraudMonitoring.reviewedOn}; review them by ${fraudReviewDue(fraudMonitoring)}.`,
    );
  });
};
