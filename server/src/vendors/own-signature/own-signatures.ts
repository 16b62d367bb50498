// The lender's own electronic signatures, for lenders without a signing service. Nothing leaves the product.
import type { ApplicationId } from '../../platform/db/tables.ts';
import { NotPerformed } from '../../platform/jobs/vendor-calls.ts';
import type { Signatures } from '../signature.ts';
import {
  changeEnvelope,
  createEnvelope,
  createVisit,
  type EvidenceEntry,
  findSealed,
  type OwnEnvelope,
  type OwnSignatureNeeds,
  readEnvelope,
  readStatuses,
  statusOf,
} from './envelope-store.ts';
import { signingPages } from './signing-pages.ts';

/** How long a link to the signing page may wait to be opened. */
const linkSeconds = 5 * 60;

class Refused extends NotPerformed {
  override readonly isFinal = true;
}

export function ownSignatures(needs: OwnSignatureNeeds): Signatures {
  const { db, clock, publicUrl } = needs;

  async function envelopeOf(id: string): Promise<OwnEnvelope> {
    const envelope = await readEnvelope(needs, { id });
    if (envelope === undefined) throw new Refused('there is no such envelope');
    return envelope;
  }

  /** Changes an open envelope. If another request changes it at the same moment, it is read again. */
  async function change(
    id: string,
    entry: Omit<EvidenceEntry, 'at'>,
    to: Parameters<typeof changeEnvelope>[3],
  ): Promise<boolean> {
    for (;;) {
      const envelope = await envelopeOf(id);
      if (statusOf(envelope) !== 'open') return false;
      if (await changeEnvelope(needs, envelope, [{ ...entry, at: clock.now().toISOString() }], to))
        return true;
    }
  }

  return {
    vendor: 'own-signature',
    async tryKeys() {
      const { certificate } = needs;
      const until = certificate.validTo.toISOString().slice(0, 10);
      return `seals as ${certificate.name}; the certificate is valid until ${until}`;
    },
    publicName: undefined,
    statusEverySeconds: 0,
    findableDays: undefined,
    webhook: undefined,
    pages: (app, sessions, onEnded, read) => signingPages(app, { ...needs, ...read, sessions }, onEnded),
    async create({ transactionId, subject, documents, signer }) {
      const applicationId = transactionId as ApplicationId;
      const shown = documents.map(({ key, sha256, paper }) => ({ name: paper.title, key, sha256, paper }));
      return { envelopeId: await createEnvelope(needs, { applicationId, subject, signer, shown }) };
    },
    async find(transactionId) {
      const [found] = await readStatuses(db, { application_id: transactionId as ApplicationId });
      return found && { envelopeId: found.id, status: statusOf(found) };
    },
    async changeSigner(envelopeId, signer) {
      if (!(await change(envelopeId, { what: 'signer-changed' }, { signer })))
        throw new Refused('the envelope has ended');
    },
    async void(envelopeId, reason) {
      return (await change(envelopeId, { what: 'voided', reason }, { status: 'voided' }))
        ? 'voided'
        : 'ended-before';
    },
    async status(envelopeId) {
      const [found] = await readStatuses(db, { id: [envelopeId] });
      if (found === undefined) throw new Refused('there is no such envelope');
      return statusOf(found);
    },
    async statuses(envelopeIds) {
      const found = await readStatuses(db, { id: envelopeIds });
      return new Map(found.map((envelope) => [envelope.id, statusOf(envelope)]));
    },
    async signingAddress(envelopeId, _signer, visit) {
      const [found] = await readStatuses(db, { id: [envelopeId] });
      if (found === undefined || (statusOf(found) !== 'open' && found.status !== 'completed'))
        throw new Refused('the envelope can no longer be signed');
      const link = await createVisit(needs, found.application_id, visit, linkSeconds);
      return `${publicUrl}/sign/start?token=${link}`;
    },
    async document(envelopeId, which) {
      const column = which === 'combined' ? 'documents' : 'certificate';
      const pdf = await findSealed(db, envelopeId, column);
      if (pdf === undefined) throw new Refused('the envelope is not completed');
      return pdf;
    },
  };
}
