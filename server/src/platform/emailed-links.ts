// Tokens for emailed links. They are signed, so nothing is stored, and can be used any number of times until they expire.
import type { Clock } from './clock.ts';
import { isSameSecret } from './constant-time.ts';
import type { Vault } from './encryption.ts';

/** What a link is for. Each kind of link has its own, so that no call accepts the token of another kind. */
type LinkPurpose =
  | 'lead'
  | 'resume'
  | 'documents'
  | 'signing'
  | 'paper-notices'
  | 'email-verification'
  | 'unsubscribe';

/** `subject` identifies what the link opens. It is readable in the token, so it must not be personal. */
export const emailedToken = (
  services: { vault: Vault },
  purpose: LinkPurpose,
  subject: string,
  until: Date,
): string => `${shortened(subject)}.${emailedProof(services, purpose, subject, until)}`;

/** The part of a token that proves it ours, for a link that has its subject elsewhere. */
export function emailedProof(
  { vault }: { vault: Vault },
  purpose: LinkPurpose,
  subject: string,
  until: Date,
): string {
  const expires = Math.floor(until.getTime() / 1000).toString(36);
  return `${expires}.${signatures(vault, purpose, subject, expires)[0]}`;
}

/** The subject of an expired link can still be read. */
export function readEmailedToken(
  services: { clock: Clock; vault: Vault },
  purpose: LinkPurpose,
  token: string,
): { readonly subject: string; readonly isExpired: boolean } | 'not-ours' {
  const [short = '', ...proof] = token.split('.');
  const subject = lengthened(short);
  const read = readEmailedProof(services, purpose, subject, proof.join('.'));
  return read === 'not-ours' ? read : { subject, ...read };
}

export function readEmailedProof(
  { clock, vault }: { clock: Clock; vault: Vault },
  purpose: LinkPurpose,
  subject: string,
  proof: string,
): { readonly isExpired: boolean } | 'not-ours' {
  const [expires = '', mac = ''] = proof.split('.');
  const isOurs = signatures(vault, purpose, subject, expires).some((own) =>
    isSameSecret(Buffer.from(mac), Buffer.from(own)),
  );
  if (!isOurs) return 'not-ours';
  return { isExpired: Number.parseInt(expires, 36) * 1000 <= clock.now().getTime() };
}

const uuid = /^([\da-f]{8})-([\da-f]{4})-([\da-f]{4})-([\da-f]{4})-([\da-f]{12})/;
const uuidBytes = 16;

/** An id in 22 characters instead of 36, with what follows it. Other subjects are as they are, after a ~. */
export function shortened(subject: string): string {
  const [id] = uuid.exec(subject) ?? [];
  if (id === undefined) return `~${Buffer.from(subject).toString('base64url')}`;
  const bytes = Buffer.from(id.replaceAll('-', ''), 'hex');
  return Buffer.concat([bytes, Buffer.from(subject.slice(id.length))]).toString('base64url');
}

export function lengthened(short: string): string {
  if (short.startsWith('~')) return Buffer.from(short.slice(1), 'base64url').toString('utf8');
  const bytes = Buffer.from(short, 'base64url');
  const id = bytes.subarray(0, uuidBytes).toString('hex');
  return id.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-') + bytes.subarray(uuidBytes).toString('utf8');
}

/** 132 bits of the keyed hash: more than anyone can guess, and short enough for a line. */
const signatureLength = 22;

/** By each key, the current one first. */
const signatures = (vault: Vault, purpose: LinkPurpose, subject: string, expires: string) =>
  vault.lookups(`link:${purpose}`, `${subject}\0${expires}`).map((keyed) => {
    const start = keyed.indexOf('.') + 1;
    return keyed.slice(start, start + signatureLength);
  });
