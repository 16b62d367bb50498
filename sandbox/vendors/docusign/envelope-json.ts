// Envelopes as JSON for the API: numbers and booleans are strings, times have seven fractional digits.
import type { Context } from '../../context.ts';
import type { Envelope } from './envelopes.ts';

export const moment = (iso: string): string => iso.replace(/\.(\d{3})Z$/, '.$10000Z');
const maybe = (name: string, iso: string | undefined) => (iso ? { [name]: moment(iso) } : {});

const describeSigner = ({ signer, ...envelope }: Envelope) => ({
  name: signer.name,
  email: signer.email,
  recipientId: signer.recipientId,
  clientUserId: signer.clientUserId,
  routingOrder: '1',
  status: envelope.status,
  recipientType: 'signer',
  ...maybe('sentDateTime', envelope.sentAt),
  ...maybe('deliveredDateTime', envelope.deliveredAt),
  ...maybe('signedDateTime', envelope.completedAt),
  ...maybe('declinedDateTime', envelope.declinedAt),
  ...(signer.declinedReason ? { declinedReason: signer.declinedReason } : {}),
});

export function describeEnvelope({ credentials }: Pick<Context, 'credentials'>, envelope: Envelope) {
  const base = `/envelopes/${envelope.id}`;
  return {
    status: envelope.status as Envelope['status'] | 'signed',
    documentsUri: `${base}/documents`,
    recipientsUri: `${base}/recipients`,
    envelopeUri: base,
    emailSubject: envelope.emailSubject,
    emailBlurb: envelope.emailBlurb,
    envelopeId: envelope.id,
    ...(envelope.transactionId ? { transactionId: envelope.transactionId } : {}),
    signingLocation: 'online',
    enableWetSign: 'false',
    createdDateTime: moment(envelope.sentAt),
    statusChangedDateTime: moment(envelope.changedAt),
    ...maybe('sentDateTime', envelope.sentAt),
    ...maybe('deliveredDateTime', envelope.deliveredAt),
    ...maybe('completedDateTime', envelope.completedAt),
    ...maybe('declinedDateTime', envelope.declinedAt),
    ...(envelope.voidedReason ? { voidedReason: envelope.voidedReason } : {}),
    documentsCombinedUri: `${base}/documents/combined`,
    certificateUri: `${base}/documents/certificate`,
    sender: {
      userName: credentials.DOCUSIGN_ACCOUNT_NAME,
      userId: credentials.DOCUSIGN_USER_ID,
      accountId: credentials.DOCUSIGN_ACCOUNT_ID,
    },
    recipients: { signers: [describeSigner(envelope)], recipientCount: '1' },
  };
}
