// `npm run -s policy:replay -- --policy DIR --for "…"`: it calls no vendor and changes no decision.
import { runMain } from './command.ts';
import { openerOf } from './open-services.ts';
import { policyReplay } from './replay-policy.ts';

runMain(policyReplay, openerOf(process.env));
