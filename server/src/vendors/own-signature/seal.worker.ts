// The worker thread that renders, joins and seals a signed envelope's documents, which takes too long to block the event loop.
import { createPrivateKey, X509Certificate } from 'node:crypto';
import { combine } from '#sealing/combine.ts';
import { type SealingIdentity, seal } from '#sealing/seal.ts';
import { renderPdf } from '../../pdf/render-pdf.ts';
import type { ToSeal } from './sign-envelope.ts';

export default async function sealAll({ papers, certificate, subject, now, identity, name, reason }: ToSeal) {
  const [first, ...others] = identity.certificates.map((pem) => new X509Certificate(pem));
  if (first === undefined) throw new Error('There is no certificate to seal with.');
  const sealing: SealingIdentity = {
    key: createPrivateKey(identity.privateKey),
    certificates: [first, ...others],
  };
  const rendered: Buffer[] = [];
  for (const paper of [...papers, certificate]) rendered.push((await renderPdf(paper)).bytes);
  const joined = await combine(rendered, { title: subject, producer: certificate.sender.name, now });
  const sealed = (bytes: Uint8Array) => seal(bytes, { identity: sealing, name, reason, now });
  return { documents: await sealed(joined), certificate: await sealed(rendered.at(-1) ?? joined) };
}
