// `ops partner-keys`: makes, lists and revokes the keys with which partners' servers submit leads.
import { loadLender } from '#lender/load.ts';
import { transact } from '../platform/db/database.ts';
import { SetupError } from '../platform/failure.ts';
import { audit } from '../records/audit.ts';
import type { With } from '../services.ts';
import { createPartnerKey, partnerKeys, revokePartnerKey } from '../stages/partners/partner-keys.ts';
import { type Command, dayOf, type Print, readArguments, withServices } from './command.ts';

const usage = [
  'Run `ops partner-keys` to list them, or one of',
  '  ops partner-keys create <partner>      make a key; it is shown once',
  '  ops partner-keys revoke <id or hash>   from now on, in every process',
].join('\n');

export const runPartnerKeysCommand: Command = async (env, args, print) => {
  const [verb, named, ...rest] = readArguments(args, usage, {}).positionals;
  const isList = verb === undefined;
  const isChange = (verb === 'create' || verb === 'revoke') && named !== undefined && rest.length === 0;
  if (!isList && !isChange) throw new SetupError(usage);
  await withServices(env, {}, async (services) => {
    const { partners } = loadLender(services.config.lenderDirectory);
    if (named === undefined) return list(services, print);
    if (verb === 'revoke') return print(await revoke(services, named));
    if (!partners.some(({ id }) => id === named))
      throw new SetupError(
        `partners.json has no partner ${named}. It has ${partners.map(({ id }) => id).join(', ')}.`,
      );
    const { id, key } = await transact(services.db, async (tx) => {
      const created = await createPartnerKey(tx, services.clock, named);
      await audit(tx, services.clock, {}, { type: 'partner-key-created', partner: named, key: created.id });
      return created;
    });
    print(`Key ${id} of ${named}. It works from now on, as a bearer token.`);
    print(
      "PUBLIC_URL/partners/api.json describes the calls. Hand it over securely; it can't be shown again:",
    );
    print(key);
  });
};

async function list({ db }: With<'db'>, print: Print): Promise<void> {
  const saved = await partnerKeys(db);
  for (const { id, partnerId, createdAt, revokedAt, hash } of saved) {
    const since = revokedAt === null ? `since ${dayOf(createdAt)}` : `revoked ${dayOf(revokedAt)}`;
    print(`${id}  ${partnerId}  ${since}  ${hash.slice(0, 12)}…`);
  }
  if (saved.length === 0) print('No partner has a key.');
}

async function revoke({ db, clock }: With<'db' | 'clock'>, named: string): Promise<string> {
  const key = (await partnerKeys(db)).find(({ id, hash }) => id === named || hash === named.toLowerCase());
  if (key === undefined)
    throw new SetupError(`There is no key ${named}. Run ops partner-keys to see them. Nothing changed.`);
  const { id, partnerId } = key;
  return transact(db, async (tx) => {
    if (!(await revokePartnerKey(tx, clock, id))) return 'This key was already revoked, so nothing changed.';
    await audit(tx, clock, {}, { type: 'partner-key-revoked', partner: partnerId, key: id });
    return `Revoked. No process accepts this key of ${partnerId} anymore.`;
  });
}
