// Envelopes as JSON for the API: numbers and booleans are strings, times have seven fractional digits.
import type { Context } from '../../context.ts';
import type { Envelope, Signer, StoredDocument } from './envelopes.ts';

export const moment = (iso: string): string => iso.replace(/\.(\d{3})Z$/, '.$10000Z');
const maybe = (name: string, iso: string | undefined) => (iso ? { [name]: moment(iso) } : {});

function describeSigner(signer: Signer, withTabs: boolean): Record<string, unknown> {
  return {
    creationReason: 'sender',
    isBulkRecipient: 'false',
    requireUploadSignature: 'false',
    name: signer.name,
    firstName: '',
    lastName: '',
    email: signer.email,
    recipientId: signer.recipientId,
    recipientIdGuid: signer.recipientIdGuid,
    requireIdLookup: 'false',
    userId: signer.userId,
    ...(signer.clientUserId ? { clientUserId: signer.clientUserId } : {}),
    routingOrder: String(signer.routingOrder),
    status: signer.status,
    completedCount: signer.status === 'completed' ? '1' : '0',
    deliveryMethod: 'email',
    recipientType: 'signer',
    ...maybe('sentDateTime', signer.sentAt),
    ...maybe('deliveredDateTime', signer.deliveredAt),
    ...maybe('signedDateTime', signer.signedAt),
    ...maybe('declinedDateTime', signer.declinedAt),
    ...(signer.declinedReason ? { declinedReason: signer.declinedReason } : {}),
    ...(withTabs
      ? {
          tabs: Object.fromEntries(
            (['signHere', 'dateSigned', 'fullName'] as const).map((kind) => [
              `${kind}Tabs`,
              signer.tabs
                .filter((tab) => tab.kind === kind)
                .map((tab) => ({
                  tabId: tab.id,
                  documentId: tab.documentId,
                  recipientId: signer.recipientId,
                  pageNumber: String(tab.page + 1),
                  xPosition: String(Math.round(tab.x)),
                  ...(tab.anchor ? { anchorString: tab.anchor } : {}),
                  status: signer.status === 'completed' ? 'signed' : 'active',
                })),
            ]),
          ),
        }
      : {}),
  };
}

export function describeRecipients(envelope: Envelope, withTabs = false): Record<string, unknown> {
  const [first] = envelope.signers
    .filter(({ status }) => status !== 'completed')
    .toSorted((a, b) => a.routingOrder - b.routingOrder);
  return {
    signers: envelope.signers.map((signer) => describeSigner(signer, withTabs)),
    agents: [],
    editors: [],
    intermediaries: [],
    carbonCopies: [],
    certifiedDeliveries: [],
    inPersonSigners: [],
    seals: [],
    witnesses: [],
    notaries: [],
    recipientCount: String(envelope.signers.length),
    currentRoutingOrder: String(first?.routingOrder ?? envelope.signers.at(-1)?.routingOrder ?? 1),
  };
}

export function describeEnvelope(
  { credentials }: Context,
  envelope: Envelope,
  include: readonly string[] = [],
): Record<string, unknown> {
  const base = `/envelopes/${envelope.id}`;
  return {
    status: envelope.status,
    documentsUri: `${base}/documents`,
    recipientsUri: `${base}/recipients`,
    attachmentsUri: `${base}/attachments`,
    envelopeUri: base,
    emailSubject: envelope.emailSubject,
    emailBlurb: envelope.emailBlurb,
    envelopeId: envelope.id,
    ...(envelope.transactionId ? { transactionId: envelope.transactionId } : {}),
    signingLocation: 'online',
    customFieldsUri: `${base}/custom_fields`,
    customFields: envelope.customFields,
    notificationUri: `${base}/notification`,
    enableWetSign: 'false',
    allowMarkup: 'false',
    allowReassign: 'false',
    createdDateTime: moment(envelope.createdAt),
    lastModifiedDateTime: moment(envelope.changedAt),
    statusChangedDateTime: moment(envelope.changedAt),
    ...maybe('initialSentDateTime', envelope.sentAt),
    ...maybe('sentDateTime', envelope.sentAt),
    ...maybe('deliveredDateTime', envelope.deliveredAt),
    ...maybe('completedDateTime', envelope.completedAt),
    ...maybe('declinedDateTime', envelope.declinedAt),
    ...maybe('voidedDateTime', envelope.voidedAt),
    ...(envelope.voidedReason ? { voidedReason: envelope.voidedReason } : {}),
    documentsCombinedUri: `${base}/documents/combined`,
    certificateUri: `${base}/documents/certificate`,
    templatesUri: `${base}/templates`,
    purgeState: 'unpurged',
    is21CFRPart11: 'false',
    isSignatureProviderEnvelope: 'false',
    sender: {
      userName: credentials.DOCUSIGN_ACCOUNT_NAME,
      userId: credentials.DOCUSIGN_USER_ID,
      accountId: credentials.DOCUSIGN_ACCOUNT_ID,
      email: 'documents@sandbox.invalid',
    },
    ...(include.includes('recipients') || include.includes('tabs')
      ? { recipients: describeRecipients(envelope, include.includes('tabs')) }
      : {}),
  };
}

export const describeDocuments = (envelope: Envelope, documents: readonly StoredDocument[]) => ({
  envelopeId: envelope.id,
  envelopeDocuments: [
    ...documents.map(({ id, name }, position) => ({
      documentId: id,
      name,
      type: 'content',
      uri: `/envelopes/${envelope.id}/documents/${id}`,
      order: String(position + 1),
      includeInDownload: 'true',
      display: 'inline',
      signerMustAcknowledge: 'no_interaction',
    })),
    {
      documentId: 'certificate',
      name: 'Summary',
      type: 'summary',
      uri: `/envelopes/${envelope.id}/documents/certificate`,
      order: '999',
      includeInDownload: 'true',
      display: 'inline',
      signerMustAcknowledge: 'no_interaction',
    },
  ],
});
