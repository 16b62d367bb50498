// `ops fraud`: what fraud monitoring caught, by rule, and what a person decided.

import { defineCommand, otherwise } from '../../commands/command.ts';
import { dayOf } from '../../commands/printing.ts';
import { whole } from '../../commands/words.ts';
import { fraudFindingsSince } from '../../funding/checks/fraud-monitoring.ts';
import { daysAfter } from '../../platform/clock.ts';
import { holdsOf } from '../../records/holds.ts';
import { fraudReviewDue } from '../queues.ts';

export const fraud = defineCommand('fraud', 'report what fraud monitoring caught before payments', {
  options: { days: otherwise('30', whole('number', 1, 3650), 'of the last days') },
  needs: ['lender'],
  run: async ({ db, clock, lender: { fraudMonitoring } }, { days }, print) => {
    const findings = await fraudFindingsSince(db, daysAfter(clock.now(), -days));
    for (const { application_id: id, rule, action, found, found_at: at } of findings) {
      const holds = action === 'hold' ? await holdsOf(db, id) : [];
      const hold = holds.find(({ kind, openedAt }) => kind === 'fraud' && openedAt >= at);
      const outcome = action === 'report' ? 'reported' : (hold?.resolution ?? 'waits for a person');
      print(`${dayOf(at)}  ${rule}${found === null ? '' : ` (${found})`}  application ${id}: ${outcome}`);
    }
    return [
      `In ${days} days:`,
      ...Object.entries(fraudMonitoring.rules).map(([rule, { action }]) => {
        const caught = findings.filter((finding) => finding.rule === rule);
        const held = caught.filter((finding) => finding.action === 'hold').length;
        return `  ${rule}, now ${action}: ${caught.length} found, ${held} of them held`;
      }),
      `The rules were reviewed on ${fraudMonitoring.reviewedOn}; review them by ${fraudReviewDue(fraudMonitoring)}.`,
    ];
  },
});
