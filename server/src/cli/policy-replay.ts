// `npm run -s policy:replay -- --policy DIR --for "…"`: it calls no vendor and changes no decision.
import { runMain } from '../commands/command.ts';
import { policyReplay } from '../policy-analysis/commands/policy-replay.ts';
import { openerOf } from './open-services.ts';

runMain(policyReplay, openerOf(process.env));
