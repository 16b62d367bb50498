// `ops partner-keys`: makes, lists and revokes the keys with which partners' servers submit leads.

import { defineCommand, required } from '../../commands/command.ts';
import { dayOf } from '../../commands/printing.ts';
import { text } from '../../commands/words.ts';
import { transact } from '../../platform/db/database.ts';
import { SetupError } from '../../platform/failure.ts';
import { audit } from '../../records/audit.ts';
import { createPartnerKey, revokePartnerKey, partnerKeys as savedKeys } from '../../stages/partners/leads.ts';

const create = defineCommand('create', 'make a key; it is shown once', {
  arguments: { partner: required(text('partner')) },
  needs: ['lender'],
  run: async ({ db, clock, lender: { partners } }, { partner }) => {
    if (!partners.some(({ id }) => id === partner))
      throw new SetupError(
        `partners.json has no partner ${partner}. It has ${partners.map(({ id }) => id).join(', ')}.`,
      );
    const { id, key } = await transact(db, async (tx) => {
      const created = await createPartnerKey(tx, clock, partner);
      await audit(tx, clock, {}, { type: 'partner-key-created', partner, key: created.id });
      return created;
    });
    return [
      `Key ${id} of ${partner}. It works from now on, as a bearer token.`,
      "PUBLIC_URL/partners/api.json describes the calls. Hand it over securely; it can't be shown again:",
      key,
    ];
  },
});

const revoke = defineCommand('revoke', 'from now on, in every process', {
  arguments: { key: required(text('key'), 'its id or its hash') },
  needs: [],
  run: async ({ db, clock }, { key: named }) => {
    const key = (await savedKeys(db)).find(({ id, hash }) => id === named || hash === named.toLowerCase());
    if (key === undefined)
      throw new SetupError(`There is no key ${named}. Run ops partner-keys to see them. Nothing changed.`);
    const { id, partnerId } = key;
    return transact(db, async (tx) => {
      if (!(await revokePartnerKey(tx, clock, id)))
        return 'This key was already revoked, so nothing changed.';
      await audit(tx, clock, {}, { type: 'partner-key-revoked', partner: partnerId, key: id });
      return `Revoked. No process accepts this key of ${partnerId} anymore.`;
    });
  },
});

export const partnerKeys = defineCommand('partner-keys', 'list, make and revoke the keys of partners', {
  needs: [],
  run: async ({ db }) => {
    const saved = await savedKeys(db);
    if (saved.length === 0) return 'No partner has a key.';
    return saved.map(({ id, partnerId, createdAt, revokedAt, hash }) => {
      const since = revokedAt === null ? `since ${dayOf(createdAt)}` : `revoked ${dayOf(revokedAt)}`;
      return `${id}  ${partnerId}  ${since}  ${hash.slice(0, 12)}…`;
    });
  },
  verbs: [create, revoke],
});
