// A stand-in for AWS KMS, as strict as it in the two calls that the product makes.
import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

export const keyArn = 'arn:aws:kms:us-west-2:111122223333:key/1234abcd-12ab-34cd-56ef-1234567890ab';
export const credentials = {
  AWS_ACCESS_KEY_ID: 'AKIASANDBOX',
  AWS_SECRET_ACCESS_KEY: 'sandbox-secret',
} as const;

class Refused extends Error {
  readonly type: string;
  constructor(type: string) {
    super(type);
    this.type = type;
  }
}

type Body = Readonly<Record<string, unknown>>;

export async function startKeyManagement() {
  const master = randomBytes(32);
  const calls: string[] = [];
  const context = (body: Body): Buffer => {
    const given = body.EncryptionContext;
    if (
      given === null ||
      typeof given !== 'object' ||
      Object.values(given).some((one) => typeof one !== 'string')
    )
      throw new Refused('ValidationException');
    return Buffer.from(JSON.stringify(Object.entries(given).sort()));
  };
  const only = (body: Body, names: readonly string[]) => {
    if (Object.keys(body).some((name) => !names.includes(name))) throw new Refused('SerializationException');
    if (body.KeyId !== keyArn) throw new Refused('NotFoundException');
  };
  const actions: Readonly<Record<string, (body: Body) => object>> = {
    'TrentService.GenerateDataKeyWithoutPlaintext': (body) => {
      only(body, ['KeyId', 'KeySpec', 'EncryptionContext']);
      if (body.KeySpec !== 'AES_256') throw new Refused('ValidationException');
      const iv = randomBytes(12);
      const cipher = createCipheriv('aes-256-gcm', master, iv).setAAD(context(body));
      const blob = Buffer.concat([iv, cipher.update(randomBytes(32)), cipher.final(), cipher.getAuthTag()]);
      return { KeyId: keyArn, CiphertextBlob: blob.toString('base64') };
    },
    'TrentService.Decrypt': (body) => {
      only(body, ['KeyId', 'CiphertextBlob', 'EncryptionContext']);
      const blob = Buffer.from(String(body.CiphertextBlob), 'base64');
      if (blob.length === 0 || blob.length > 6144) throw new Refused('ValidationException');
      try {
        const decipher = createDecipheriv('aes-256-gcm', master, blob.subarray(0, 12)).setAAD(context(body));
        decipher.setAuthTag(blob.subarray(-16));
        const plain = Buffer.concat([decipher.update(blob.subarray(12, -16)), decipher.final()]);
        return {
          KeyId: keyArn,
          Plaintext: plain.toString('base64'),
          EncryptionAlgorithm: 'SYMMETRIC_DEFAULT',
        };
      } catch {
        throw new Refused('InvalidCiphertextException');
      }
    },
  };
  let isDenied = false;
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const body = Buffer.concat(chunks);
    const target = String(request.headers['x-amz-target']);
    response.setHeader('content-type', 'application/x-amz-json-1.1');
    try {
      checkSignature(request, body);
      if (isDenied) throw new Refused('AccessDeniedException');
      const action = actions[target];
      const isSpoken =
        request.method === 'POST' && request.headers['content-type'] === 'application/x-amz-json-1.1';
      if (!isSpoken || action === undefined) throw new Refused('UnknownOperationException');
      calls.push(target);
      response.end(JSON.stringify(action(JSON.parse(body.toString()) as Body)));
    } catch (error) {
      const type = error instanceof Refused ? error.type : 'KMSInternalException';
      response.writeHead(type === 'KMSInternalException' ? 500 : 400);
      response.end(JSON.stringify({ __type: type, message: 'refused' }));
    }
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    calls,
    deny: (denied: boolean) => {
      isDenied = denied;
    },
    close: () => new Promise<void>((closed) => server.close(() => closed()).closeAllConnections()),
  };
}

const sha = (data: Buffer | string) => createHash('sha256').update(data).digest('hex');
const mac = (key: Buffer | string, data: string) => createHmac('sha256', key).update(data).digest();

function checkSignature(request: IncomingMessage, body: Buffer): void {
  const [, scope = '', signed = '', signature = ''] =
    /^AWS4-HMAC-SHA256 Credential=AKIASANDBOX\/([^,]+), SignedHeaders=([^,]+), Signature=([\da-f]{64})$/.exec(
      request.headers.authorization ?? '',
    ) ?? [];
  const [date = '', region, service] = scope.split('/');
  const at = String(request.headers['x-amz-date']);
  const names = signed.split(';');
  const mustSign = ['host', 'x-amz-date', 'x-amz-target', 'content-type'];
  if (region !== 'us-west-2' || service !== 'kms' || mustSign.some((name) => !names.includes(name)))
    throw new Refused('IncompleteSignatureException');
  const headers = names.map((name) => `${name}:${String(request.headers[name]).trim()}\n`).join('');
  const canonical = [request.method, request.url, '', headers, signed, sha(body)].join('\n');
  const text = ['AWS4-HMAC-SHA256', at, scope, sha(canonical)].join('\n');
  const key = [region, service, 'aws4_request'].reduce(
    (derived, part) => mac(derived, part),
    mac(`AWS4${credentials.AWS_SECRET_ACCESS_KEY}`, date),
  );
  if (!timingSafeEqual(Buffer.from(signature, 'hex'), mac(key, text)))
    throw new Refused('InvalidSignatureException');
}
