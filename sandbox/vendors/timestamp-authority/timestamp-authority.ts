// A time-stamping authority (RFC 3161), as strict as the ones that refuse what the standard only advises against.
import { generateKeyPairSync, randomBytes, X509Certificate } from 'node:crypto';
import { Integer, Utf8String } from 'asn1js';
import type { FastifyInstance } from 'fastify';
import {
  Accuracy,
  ContentInfo,
  ExtKeyUsage,
  PKIStatusInfo,
  TimeStampReq,
  TimeStampResp,
  TSTInfo,
} from 'pkijs';
import { type SealingIdentity, signCades } from '#sealing/cades.ts';
import { extension, selfSigned } from '#sealing/self-signed.ts';
import type { Context, Vendor } from '../../context.ts';

const sha256 = '2.16.840.1.101.3.4.2.1';
const timestampContent = '1.2.840.113549.1.9.16.1.4';
const timestampPurpose = '1.3.6.1.5.5.7.3.8';
/** The number of our policy, from the range for examples. */
const policy = '2.999.1';
const rejection = 2;

function authority(now: Date): SealingIdentity {
  const { privateKey: key } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const purpose = new ExtKeyUsage({ keyPurposes: [timestampPurpose] }).toSchema();
  const certificate = selfSigned(
    key,
    { '2.5.4.3': 'Branchline sandbox, timestamps' },
    [extension('2.5.29.37', true, purpose)],
    now,
  );
  return { key, certificates: [new X509Certificate(certificate)] };
}

/** Why a request is refused; undefined where it is right. */
function problemOf(request: TimeStampReq): string | undefined {
  const { hashAlgorithm, hashedMessage } = request.messageImprint;
  if (request.version !== 1) return 'The version must be 1.';
  if (hashAlgorithm.algorithmId !== sha256) return 'The digest must be SHA-256.';
  if (hashedMessage.valueBlock.valueHexView.length !== 32) return 'The digest must be 32 bytes long.';
  if (request.nonce === undefined || request.nonce.valueBlock.valueHexView.length < 8)
    return 'The nonce must be at least 8 bytes long.';
  if (request.certReq !== true) return 'The request must ask for the certificate (certReq).';
  return undefined;
}

function refusal(why: string): TimeStampResp {
  const status = new PKIStatusInfo({ status: rejection, statusStrings: [new Utf8String({ value: why })] });
  return new TimeStampResp({ status });
}

async function replyTo(body: Buffer, identity: SealingIdentity, now: Date): Promise<TimeStampResp> {
  let request: TimeStampReq;
  try {
    request = TimeStampReq.fromBER(Uint8Array.from(body));
  } catch {
    return refusal('The body is no request for a timestamp.');
  }
  const problem = problemOf(request);
  if (problem !== undefined) return refusal(problem);
  const info = new TSTInfo({
    version: 1,
    policy,
    messageImprint: request.messageImprint,
    serialNumber: new Integer({ valueHex: Buffer.concat([Buffer.from([0x5a]), randomBytes(7)]) }),
    genTime: now,
    accuracy: new Accuracy({ seconds: 1 }),
    nonce: request.nonce as Integer,
  });
  const signed = await signCades(new Uint8Array(info.toSchema().toBER()), identity, timestampContent);
  const timeStampToken = ContentInfo.fromBER(Uint8Array.from(signed));
  return new TimeStampResp({ status: new PKIStatusInfo({ status: 0 }), timeStampToken });
}

function routes(app: FastifyInstance, { clock }: Context) {
  const identity = authority(clock());
  app.addContentTypeParser('application/timestamp-query', { parseAs: 'buffer' }, (_request, body, done) =>
    done(null, body),
  );
  app.post('/rfc3161', async ({ body }, reply) => {
    if (!Buffer.isBuffer(body)) return reply.code(415).send();
    const answer = await replyTo(body, identity, clock());
    return reply.type('application/timestamp-reply').send(Buffer.from(answer.toSchema().toBER()));
  });
}

export const timestampAuthority: Vendor = {
  name: 'timestamp-authority',
  prefix: '/timestamp-authority',
  failure: () => ({ status: 503, body: '' }),
  routes,
};
