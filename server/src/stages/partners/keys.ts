// The API keys that authenticate partners' servers. We store only their hashes. A partner may have two keys during
// rotation.
import { createHash, timingSafeEqual } from 'node:crypto';
import type { Partner } from '#lender/schema/partners.ts';
import { SetupError } from '../../platform/failure.ts';

/** Whether the key belongs to the partner. Takes equally long for an unknown partner. */
type IsKeyOf = (partnerId: string, key: string) => boolean;

/** `text` is PARTNER_KEYS. */
export function readPartnerKeys(text: string, partners: readonly Pick<Partner, 'id'>[]): IsKeyOf {
  const keys = text
    .split(',')
    .filter((part) => part.trim() !== '')
    .map((part) => {
      const [partner = '', hash = '', ...rest] = part.trim().split(':');
      if (!/^[0-9a-f]{64}$/i.test(hash) || rest.length > 0) {
        throw new SetupError(
          'PARTNER_KEYS must read partner:sha256, the hash as 64 hexadecimal digits, several parted by commas.',
        );
      }
      if (!partners.some(({ id }) => id === partner)) {
        throw new SetupError(`PARTNER_KEYS names ${partner}, and partners.json has no partner of that id.`);
      }
      return { partner, hash: Buffer.from(hash, 'hex') };
    });
  return (partnerId, key) => {
    const given = createHash('sha256').update(key).digest();
    // Compare every hash, so that timing does not reveal which partner has one.
    const matching = keys.filter(({ hash }) => timingSafeEqual(hash, given));
    return matching.some(({ partner }) => partner === partnerId);
  };
}
