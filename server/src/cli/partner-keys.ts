// `ops partner-keys`: makes, lists and revokes the keys with which partners' servers submit leads.
import { loadLender } from '#lender/load.ts';
import { type Tx, transact } from '../platform/db/database.ts';
import { SetupError } from '../platform/failure.ts';
import { audit } from '../records/audit.ts';
import { createPartnerKey, partnerKeys, revokePartnerKey } from '../records/partner-keys.ts';
import { readPartnerKeys, type SettingKey } from '../stages/partners/keys.ts';
import {
  type Command,
  type CommandServices,
  dayOf,
  type Print,
  readArguments,
  withServices,
} from './command.ts';

const usage = [
  'Run `ops partner-keys` to list them, or one of',
  '  ops partner-keys create <partner>      make a key; it is shown once',
  '  ops partner-keys revoke <id or hash>   from now on, in every process, also a key of PARTNER_KEYS',
].join('\n');

export const runPartnerKeysCommand: Command = async (env, args, print) => {
  const [verb, named, ...rest] = readArguments(args, usage, {}).positionals;
  const isList = verb === undefined;
  const isChange = (verb === 'create' || verb === 'revoke') && named !== undefined && rest.length === 0;
  if (!isList && !isChange) throw new SetupError(usage);
  await withServices(env, {}, async (services) => {
    const { partners } = loadLender(services.config.lenderDirectory);
    const ofSetting = readPartnerKeys(services.config.PARTNER_KEYS, partners);
    if (named === undefined) return list(services, ofSetting, print);
    if (verb === 'revoke') return print(await revoke(services, ofSetting, named));
    if (!partners.some(({ id }) => id === named))
      throw new SetupError(
        `partners.json has no partner ${named}. It has ${partners.map(({ id }) => id).join(', ')}.`,
      );
    const vault = await services.openVault();
    const { id, key } = await transact(services.db, async (tx) => {
      const made = await createPartnerKey(tx, { clock: services.clock, vault }, named);
      await audit(tx, services.clock, {}, { type: 'partner-key-created', partner: named, key: made.id });
      return made;
    });
    print(
      `Key ${id} of ${named}. It works from now on, as a bearer token and to sign requests with that id.`,
    );
    print("PUBLIC_URL/partners/api describes both. Hand it over securely; it can't be shown again:");
    print(key);
  });
};

type Needs = CommandServices<Record<never, never>>;

async function list({ db }: Needs, ofSetting: readonly SettingKey[], print: Print): Promise<void> {
  const saved = await partnerKeys(db);
  for (const { id, partnerId, createdAt, revokedAt, hash } of saved) {
    const since = revokedAt === null ? `since ${dayOf(createdAt)}` : `revoked ${dayOf(revokedAt)}`;
    print(`${id}  ${partnerId}  ${since}  ${hash.slice(0, 12)}…`);
  }
  const others = ofSetting.filter(({ hash }) => !saved.some((one) => one.hash === hash));
  for (const { partner, hash } of others) print(`${hash}  ${partner}  in PARTNER_KEYS`);
  if (saved.length + others.length === 0) print('No partner has a key.');
}

async function revoke(
  { db, clock }: Needs,
  ofSetting: readonly SettingKey[],
  named: string,
): Promise<string> {
  const saved = (await partnerKeys(db)).find((one) => one.id === named || one.hash === named.toLowerCase());
  const setting = ofSetting.find(({ hash }) => hash === named.toLowerCase());
  const found = saved ?? (setting && { partnerId: setting.partner, hash: setting.hash });
  if (found === undefined)
    throw new SetupError(`There is no key ${named}. Run ops partner-keys to see them. Nothing changed.`);
  return transact(db, async (tx: Tx) => {
    const id = await revokePartnerKey(tx, clock, found);
    if (id === undefined) return 'This key was already revoked, so nothing changed.';
    await audit(tx, clock, {}, { type: 'partner-key-revoked', partner: found.partnerId, key: id });
    return `Revoked. No process accepts this key of ${found.partnerId} anymore.`;
  });
}
