// A stand-in for AWS KMS in the two calls that the product makes.
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { json } from 'node:stream/consumers';
import { serve } from '#sandbox/testing.ts';

export const keyArn = 'arn:aws:kms:us-west-2:111122223333:key/1234abcd-12ab-34cd-56ef-1234567890ab';
export const credentials = { AWS_ACCESS_KEY_ID: 'AKIASANDBOX', AWS_SECRET_ACCESS_KEY: 'secret' } as const;

class Refused extends Error {}

interface Body {
  readonly KeyId: string;
  readonly CiphertextBlob: string;
  readonly EncryptionContext: Readonly<Record<string, string>>;
}

const contextOf = ({ EncryptionContext: given }: Body) =>
  Buffer.from(JSON.stringify(Object.entries(given).sort()));

export async function startKeyManagement() {
  const master = randomBytes(32);
  const calls: string[] = [];
  const actions: Readonly<Record<string, (body: Body) => object>> = {
    'TrentService.GenerateDataKeyWithoutPlaintext': (body) => {
      const iv = randomBytes(12);
      const cipher = createCipheriv('aes-256-gcm', master, iv).setAAD(contextOf(body));
      const blob = Buffer.concat([iv, cipher.update(randomBytes(32)), cipher.final(), cipher.getAuthTag()]);
      return { KeyId: keyArn, CiphertextBlob: blob.toString('base64') };
    },
    'TrentService.Decrypt': (body) => {
      const blob = Buffer.from(body.CiphertextBlob, 'base64');
      try {
        const decipher = createDecipheriv('aes-256-gcm', master, blob.subarray(0, 12)).setAAD(
          contextOf(body),
        );
        decipher.setAuthTag(blob.subarray(-16));
        const plain = Buffer.concat([decipher.update(blob.subarray(12, -16)), decipher.final()]);
        return { KeyId: keyArn, Plaintext: plain.toString('base64') };
      } catch {
        throw new Refused('InvalidCiphertextException');
      }
    },
  };
  let isDenied = false;
  const signedIn = /^AWS4-HMAC-SHA256 Credential=AKIASANDBOX\/\d{8}\/us-west-2\/kms\//;
  const { url, close } = await serve(async (request, response) => {
    const target = String(request.headers['x-amz-target']);
    try {
      const body = (await json(request)) as Body;
      if (isDenied || !signedIn.test(request.headers.authorization ?? ''))
        throw new Refused('AccessDeniedException');
      if (body.KeyId !== keyArn) throw new Refused('NotFoundException');
      calls.push(target);
      response.end(JSON.stringify(actions[target]?.(body)));
    } catch (error) {
      response.writeHead(error instanceof Refused ? 400 : 500);
      response.end(JSON.stringify({ __type: (error as Error).message, message: 'refused' }));
    }
  });
  const deny = (denied: boolean) => {
    isDenied = denied;
  };
  return { url, calls, deny, close };
}
