// The keys with which partners' servers show who they are. We know only their hashes; a partner may have two while it changes.
import { createHash, timingSafeEqual } from 'node:crypto';
import type { Partner } from '#lender/schema/partners.ts';
import { SetupError } from '../../platform/failure.ts';

/** Whether this is one of the partner's keys. Takes as long for a partner that is not there. */
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
    // Every hash is compared, so that the time tells nothing of which partner has one.
    const matching = keys.filter(({ hash }) => timingSafeEqual(hash, given));
    return matching.some(({ partner }) => partner === partnerId);
  };
}
