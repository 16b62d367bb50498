// Timestamps by RFC 3161 on sealed PDFs (PAdES, baseline T): they show when a document was sealed long after the sealing certificate
// has expired.
import { createHash, randomBytes } from 'node:crypto';
import { Integer } from 'asn1js';
import {
  Attribute,
  ContentInfo,
  MessageImprint,
  SignedAndUnsignedAttributes,
  SignedData,
  TimeStampReq,
  TimeStampResp,
  TSTInfo,
} from 'pkijs';

/** The attribute of a signature that has its timestamp (RFC 3161, appendix A). */
const timestampToken = '1.2.840.113549.1.9.16.2.14';
const timestampContent = '1.2.840.113549.1.9.16.1.4';
const timestampPurpose = '1.3.6.1.5.5.7.3.8';
const extendedKeyUsage = '2.5.29.37';
/** PKIStatus granted and grantedWithMods. */
const granted: ReadonlySet<number> = new Set([0, 1]);
/** How far the authority's clock may be from ours. Milliseconds. */
const clockDifference = 5 * 60_000;

/** A reply that proves nothing. The message never quotes it. */
export class TimestampRefused extends Error {}

export interface TimestampRequest<T> {
  /** The body of the request, of the type `application/timestamp-query`. It has a digest of what is stamped. */
  readonly query: Buffer;
  /** Checks the authority's reply at the time `now` and returns what is stamped; throws `TimestampRefused`. */
  readonly stamp: (reply: Uint8Array, now: Date) => Promise<T>;
}

/** A timestamp of any bytes. */
export async function requestToken(value: Buffer<ArrayBuffer>): Promise<TimestampRequest<ContentInfo>> {
  // Positive, so that every authority repeats it in the same bytes.
  const nonce = Buffer.concat([Buffer.from([0x5a]), randomBytes(15)]);
  const request = new TimeStampReq({
    version: 1,
    messageImprint: await MessageImprint.create('SHA-256', value),
    nonce: new Integer({ valueHex: nonce }),
    certReq: true,
  });
  return {
    query: Buffer.from(request.toSchema().toBER()),
    stamp: (reply, now) => checkedToken(reply, { value, nonce, now }),
  };
}

/** A timestamp of the last signature of a PDF that `seal` made, to be part of that signature. */
export async function requestTimestamp(pdf: Buffer): Promise<TimestampRequest<Buffer>> {
  const place = signatureIn(pdf);
  const message = ContentInfo.fromBER(Buffer.from(pdf.toString('latin1', place.from, place.to), 'hex'));
  const signed = new SignedData({ schema: message.content });
  const [signer] = signed.signerInfos;
  if (signer === undefined) throw new Error('The PDF has no signature.');
  const { query, stamp } = await requestToken(Buffer.from(signer.signature.valueBlock.valueHexView));
  return {
    query,
    stamp: async (reply, now) => {
      const token = await stamp(reply, now);
      signer.unsignedAttrs = new SignedAndUnsignedAttributes({
        type: 1,
        attributes: [new Attribute({ type: timestampToken, values: [token.toSchema()] })],
      });
      const content = signed.toSchema(true);
      const stamped = new ContentInfo({ contentType: ContentInfo.SIGNED_DATA, content });
      const hex = Buffer.from(stamped.toSchema().toBER()).toString('hex');
      if (hex.length > place.to - place.from) throw new TimestampRefused('the timestamp is too long');
      const result = Buffer.from(pdf);
      result.write(hex.padEnd(place.to - place.from, '0'), place.from, 'latin1');
      return result;
    },
  };
}

/** Where the hexadecimal digits of the last signature are: between the two ranges of bytes that it covers. */
function signatureIn(pdf: Buffer): { from: number; to: number } {
  const ranges = [...pdf.toString('latin1').matchAll(/\/ByteRange\s*\[\s*0\s+(\d+)\s+(\d+)\s+\d+\s*\]/g)].at(
    -1,
  );
  if (ranges === undefined) throw new Error('The PDF has no signature.');
  return { from: Number(ranges[1]) + 1, to: Number(ranges[2]) - 1 };
}

async function checkedToken(
  reply: Uint8Array,
  { value, nonce, now }: { value: Buffer; nonce: Buffer; now: Date },
): Promise<ContentInfo> {
  const { status, timeStampToken: token } = parsed(() => TimeStampResp.fromBER(Uint8Array.from(reply)));
  if (!granted.has(status.status) || token === undefined)
    throw new TimestampRefused(`the authority refused with status ${status.status}`);
  const { signed, info } = parsed(() => {
    const content = new SignedData({ schema: token.content });
    const { eContent, eContentType } = content.encapContentInfo;
    if (eContentType !== timestampContent || eContent === undefined) throw new Error('no timestamp');
    return { signed: content, info: TSTInfo.fromBER(eContent.getValue()) };
  });
  const imprint = Buffer.from(info.messageImprint.hashedMessage.valueBlock.valueHexView);
  if (!imprint.equals(createHash('sha256').update(value).digest()))
    throw new TimestampRefused('the timestamp is of something else');
  if (info.nonce === undefined || !Buffer.from(info.nonce.valueBlock.valueHexView).equals(nonce))
    throw new TimestampRefused('the timestamp answers another request');
  if (Math.abs(info.genTime.getTime() - now.getTime()) > clockDifference)
    throw new TimestampRefused('the time is not the time of this machine');
  const { signatureVerified, signerCertificate } = await signed
    .verify({ signer: 0, data: Uint8Array.from(value).buffer, checkChain: false, extendedMode: true })
    .catch(() => ({ signatureVerified: false, signerCertificate: undefined }));
  if (signatureVerified !== true) throw new TimestampRefused('its signature is wrong');
  const purposes = signerCertificate?.extensions?.find(({ extnID }) => extnID === extendedKeyUsage);
  if (!purposes?.critical || !purposes.parsedValue?.keyPurposes?.includes(timestampPurpose))
    throw new TimestampRefused('its certificate is not for timestamps');
  return token;
}

function parsed<T>(read: () => T): T {
  try {
    return read();
  } catch {
    throw new TimestampRefused('the reply is no timestamp');
  }
}
