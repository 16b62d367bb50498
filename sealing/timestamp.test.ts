import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PDFDocument } from '@cantoo/pdf-lib';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { startSandbox, type TestSandbox } from '#sandbox/testing.ts';
import { sealerName, sealingIdentity } from '#sandbox/vendors/docusign/pdf/sealing-identity.ts';
import { seal } from './seal.ts';
import { requestTimestamp, TimestampRefused } from './timestamp.ts';

const now = new Date('2026-03-02T15:00:00Z');
let sandbox: TestSandbox;
let sealed: Buffer;
beforeAll(async () => {
  sandbox = await startSandbox({ clock: () => now });
  const document = await PDFDocument.create();
  document.addPage();
  const about = { identity: sealingIdentity, name: sealerName, reason: 'A test', now };
  sealed = Buffer.from(await seal(await document.save({ useObjectStreams: false }), about));
});
afterAll(() => sandbox.close());

async function replyTo(query: Buffer, type = 'application/timestamp-query'): Promise<Response> {
  return fetch(`${sandbox.url}/timestamp-authority/rfc3161`, {
    method: 'POST',
    headers: { 'content-type': type },
    body: Uint8Array.from(query),
  });
}

const bytesOf = async (response: Response) => new Uint8Array(await response.arrayBuffer());

describe('the timestamp of a seal', () => {
  it('is part of the signature, leaves the sealed bytes as they were, and is read by other programs', async () => {
    const { query, stamp } = await requestTimestamp(sealed);
    const stamped = await stamp(await bytesOf(await replyTo(query)), now);
    expect(stamped).toHaveLength(sealed.length);
    const folder = mkdtempSync(join(tmpdir(), 'timestamp-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const file = join(folder, 'stamped.pdf');
    writeFileSync(file, stamped);
    const report = execFileSync('pdfsig', ['-nocert', file], { encoding: 'utf8' });
    expect(report).toContain('Signature Validation: Signature is Valid.');
    expect(report).toContain('Signature Type: ETSI.CAdES.detached');
    execFileSync('qpdf', ['--check', file]);

    // The token, as OpenSSL reads it from the message's attributes.
    const range = /\/ByteRange \[0 (\d+) (\d+)/.exec(stamped.toString('latin1'));
    const hex = stamped.toString('latin1', Number(range?.[1]) + 1, Number(range?.[2]) - 1);
    writeFileSync(join(folder, 'message.der'), Buffer.from(hex, 'hex'));
    const message = ['cms', '-cmsout', '-print', '-inform', 'DER', '-in', join(folder, 'message.der')];
    expect(execFileSync('openssl', message, { encoding: 'utf8' })).toContain('id-smime-aa-timeStampToken');
  });

  it('is verified by OpenSSL against the request', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'timestamp-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const { query } = await requestTimestamp(sealed);
    const [question, reply, certificate] = ['question.tsq', 'reply.tsr', 'authority.pem'].map((name) =>
      join(folder, name),
    ) as [string, string, string];
    writeFileSync(question, query);
    writeFileSync(reply, await bytesOf(await replyTo(query)));
    const token = join(folder, 'token.der');
    execFileSync('openssl', ['ts', '-reply', '-in', reply, '-token_out', '-out', token]);
    const print = ['pkcs7', '-inform', 'DER', '-in', token, '-print_certs', '-out', certificate];
    execFileSync('openssl', print);
    // Within the certificate's ten years either way.
    const verify = ['ts', '-verify', '-queryfile', question, '-in', reply, '-CAfile', certificate];
    expect(execFileSync('openssl', verify, { encoding: 'utf8', stdio: 'pipe' })).toContain(
      'Verification: OK',
    );
  });

  it('is refused if it belongs to another request, has another time, or was changed', async () => {
    const [one, other] = [await requestTimestamp(sealed), await requestTimestamp(sealed)];
    const reply = await bytesOf(await replyTo(one.query));
    await expect(other.stamp(reply, now)).rejects.toThrow('the timestamp answers another request');
    await expect(one.stamp(reply, new Date('2026-03-02T15:06:00Z'))).rejects.toThrow('not the time');
    const changed = Uint8Array.from(reply);
    changed[changed.length - 5] = 255 - (changed[changed.length - 5] ?? 0);
    await expect(one.stamp(changed, now)).rejects.toThrow(TimestampRefused);
    await expect(one.stamp(Buffer.from('<html>'), now)).rejects.toThrow('the reply is no timestamp');
    await expect(one.stamp(reply, now)).resolves.toBeInstanceOf(Buffer);
  });

  it('is refused by an authority that received something else', async () => {
    const { query, stamp } = await requestTimestamp(sealed);
    expect((await replyTo(query, 'application/octet-stream')).status).toBe(415);
    const refused = await bytesOf(await replyTo(Buffer.from('nothing')));
    await expect(stamp(refused, now)).rejects.toThrow('the authority refused with status 2');
  });
});
