// The calls of S3 that the product makes, as strict as a bucket with versioning and object lock.
import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Context, Vendor } from '../../context.ts';
import { Refused } from '../../requests.ts';

const region = 'us-east-1';
/** What needs a lock. */
const locked = /^(?:signed|audit)\//;
/** The client may sign at most this long before. */
const skewMs = 15 * 60 * 1000;

type Version = ReturnType<typeof newVersion>;

const refused = (status: number, code: string, why = code) =>
  new Refused(status, `<Error><Code>${code}</Code><Message>${why}</Message></Error>`);

const sha = (data: Buffer | string) => createHash('sha256').update(data).digest('hex');
const mac = (key: Buffer | string, data: string) => createHmac('sha256', key).update(data).digest();
const encode = (text: string) =>
  encodeURIComponent(text).replace(/[!'()*]/g, (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`);

function checkSignature(
  request: FastifyRequest,
  body: Buffer,
  { credentials, clock }: Pick<Context, 'credentials' | 'clock'>,
): void {
  const { headers } = request;
  const [, id, scope = '', signed = '', signature = ''] =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/([^,]+), SignedHeaders=([^,]+), Signature=([\da-f]{64})$/.exec(
      headers.authorization ?? '',
    ) ?? [];
  const [date = '', ofRegion, service] = scope.split('/');
  if (id !== credentials.BLOB_ACCESS_KEY_ID) throw refused(403, 'InvalidAccessKeyId');
  const names = signed.split(';');
  const unsigned = Object.keys(headers).filter((name) => name.startsWith('x-amz-') && !names.includes(name));
  if (ofRegion !== region || service !== 's3' || !names.includes('host') || unsigned.length > 0)
    throw refused(403, 'AccessDenied', `Not signed: ${unsigned.join(', ')}.`);
  const at = String(headers['x-amz-date']);
  const [, y, mo, d, h, mi, s] = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/.exec(at) ?? [];
  const signedAt = Date.parse(`${y}-${mo}-${d}T${h}:${mi}:${s}Z`);
  // The client signs by the machine's clock, which the sandbox's own may be ahead of.
  if (!(Math.abs(signedAt - Date.now()) < skewMs || Math.abs(signedAt - clock().getTime()) < skewMs))
    throw refused(403, 'RequestTimeTooSkewed');
  // Where TLS protects the body, the client may leave its hash out of the signature.
  const hash = String(headers['x-amz-content-sha256']);
  if (hash !== sha(body) && !(hash === 'UNSIGNED-PAYLOAD' && request.protocol === 'https'))
    throw refused(400, 'XAmzContentSHA256Mismatch');
  const url = new URL(request.url, 'http://localhost');
  const query = [...url.searchParams]
    .map(([name, value]) => `${encode(name)}=${encode(value)}`)
    .sort()
    .join('&');
  const lines = names.map((name) => `${name}:${String(headers[name]).trim().replace(/ +/g, ' ')}\n`).join('');
  const canonical = [request.method, url.pathname, query, lines, signed, hash].join('\n');
  const text = ['AWS4-HMAC-SHA256', at, scope, sha(canonical)].join('\n');
  const key = [region, 's3', 'aws4_request'].reduce(
    (derived, part) => mac(derived, part),
    mac(`AWS4${credentials.BLOB_SECRET_ACCESS_KEY}`, date),
  );
  if (!timingSafeEqual(Buffer.from(signature, 'hex'), mac(key, text)))
    throw refused(403, 'SignatureDoesNotMatch');
}

function newVersion(key: string, headers: FastifyRequest['headers'], body: Buffer, now: Date) {
  const checksum = headers['x-amz-checksum-sha256'];
  if (checksum === undefined) throw refused(400, 'InvalidRequest', 'x-amz-checksum-sha256 is missing.');
  if (checksum !== createHash('sha256').update(body).digest('base64')) throw refused(400, 'BadDigest');
  if (headers['x-amz-server-side-encryption'] !== 'AES256')
    throw refused(403, 'AccessDenied', 'The bucket takes no object without encryption.');
  const [mode, until] = ['mode', 'retain-until-date'].map((name) => headers[`x-amz-object-lock-${name}`]);
  if (locked.test(key) && (mode !== 'COMPLIANCE' || until === undefined))
    throw refused(403, 'AccessDenied', 'Objects below signed/ and audit/ need a lock.');
  if (
    (mode === undefined) !== (until === undefined) ||
    (until && !(Date.parse(String(until)) > now.getTime()))
  )
    throw refused(400, 'InvalidRequest', 'The retain until date must be in the future.');
  return {
    key,
    base64: body.toString('base64'),
    checksum: String(checksum),
    lockedUntil: until && String(until),
    /** A delete marker hides it; the bytes stay, as versioning has it. */
    isDeleted: false,
  };
}

const xml = (reply: FastifyReply, content: string) =>
  reply.type('application/xml').send(`<?xml version="1.0" encoding="UTF-8"?>\n${content}`);

function routes(app: FastifyInstance, context: Context) {
  const { clock, credentials, db } = context;
  const read = (key: string) => db.readRecord<Version>('object', key);
  const visible = (key: string) => {
    const found = read(key);
    if (found === undefined || found.isDeleted) throw refused(404, 'NoSuchKey');
    return found;
  };
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
  app.setErrorHandler((error, _request, reply) => {
    if (!(error instanceof Refused)) throw error;
    return xml(reply.code(error.status), error.body);
  });
  app.addHook('preHandler', async (request) => {
    const { bucket } = request.params as { bucket: string };
    checkSignature(request, Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0), context);
    if (bucket !== credentials.BLOB_BUCKET) throw refused(404, 'NoSuchBucket');
  });
  function assertImplemented({ headers }: FastifyRequest) {
    const lacking = credentials.BLOB_LACKS.split(' ').filter((start) => start !== '');
    if (Object.keys(headers).some((name) => lacking.some((start) => name.startsWith(start))))
      throw refused(501, 'NotImplemented');
  }
  const keyOf = (request: FastifyRequest) => decodeURIComponent((request.params as { '*': string })['*']);

  app.put('/:bucket/*', async (request, reply) => {
    assertImplemented(request);
    const key = keyOf(request);
    const existing = read(key);
    if (existing?.lockedUntil !== undefined && Date.parse(existing.lockedUntil) > clock().getTime())
      throw refused(403, 'AccessDenied', 'A locked version is not overwritten.');
    if (request.headers['if-none-match'] !== '*')
      throw refused(403, 'AccessDenied', 'The bucket takes each object once.');
    if (existing && !existing.isDeleted) throw refused(412, 'PreconditionFailed');
    db.saveRecord('object', key, newVersion(key, request.headers, request.body as Buffer, clock()));
    return reply.header('etag', '"1"').send();
  });

  app.get('/:bucket/*', async (request, reply) => {
    const { bucket } = request.params as { bucket: string };
    if (keyOf(request) === '') return bucketCall(request, reply, bucket);
    const { base64, checksum, lockedUntil } = visible(keyOf(request));
    if (request.headers['x-amz-checksum-mode'] === 'ENABLED') reply.header('x-amz-checksum-sha256', checksum);
    if (lockedUntil !== undefined)
      reply
        .header('x-amz-object-lock-mode', 'COMPLIANCE')
        .header('x-amz-object-lock-retain-until-date', lockedUntil);
    return reply
      .header('etag', '"1"')
      .header('x-amz-server-side-encryption', 'AES256')
      .type('application/octet-stream')
      .send(Buffer.from(base64, 'base64'));
  });

  function bucketCall(request: FastifyRequest, reply: FastifyReply, bucket: string) {
    const query = request.query as Readonly<Record<string, string>>;
    if ('object-lock' in query)
      return xml(
        reply,
        '<ObjectLockConfiguration><ObjectLockEnabled>Enabled</ObjectLockEnabled></ObjectLockConfiguration>',
      );
    if (query['list-type'] !== '2') throw refused(501, 'NotImplemented');
    const { prefix = '', 'start-after': after = '', 'max-keys': most = '1000' } = query;
    const keys = db
      .listRecords<Version>('object')
      .filter(({ key, isDeleted }) => !isDeleted && key.startsWith(prefix) && key > after)
      .map(({ key }) => key)
      .sort();
    const page = keys.slice(0, Math.min(Number(most), 1000));
    return xml(
      reply,
      `<ListBucketResult><Name>${bucket}</Name><IsTruncated>${page.length < keys.length}</IsTruncated>${page
        .map((key) => `<Contents><Key>${key}</Key></Contents>`)
        .join('')}</ListBucketResult>`,
    );
  }

  app.delete('/:bucket/*', async (request, reply) => {
    const found = read(keyOf(request));
    const { versionId } = request.query as { versionId?: string };
    const isLocked = found?.lockedUntil !== undefined && Date.parse(found.lockedUntil) > clock().getTime();
    if (versionId !== undefined && isLocked) throw refused(403, 'AccessDenied', 'The version is locked.');
    if (found) db.saveRecord('object', found.key, { ...found, isDeleted: true });
    return reply.code(204).send();
  });
}

export const s3: Vendor = {
  name: 's3',
  failure: () => ({ status: 503, body: '<Error><Code>SlowDown</Code></Error>' }),
  routes,
};
