// A made-up text vendor: unlike Twilio it signs by its own key, posts JSON, and answers by a call.
import { createHmac, randomUUID } from 'node:crypto';
import type { TextPost, TextVendor } from '#server/vendors/text-messages.ts';

const key = 'a key of the made-up vendor';
const signatureOf = (body: string | Buffer) => createHmac('sha256', key).update(body).digest('hex');

export const received: { readonly to: string; readonly body: string; readonly statusUrl?: string }[] = [];
const codes = new Map<string, string>();

/** A request that the vendor signs. */
export function signed(message: object): { body: string; headers: Record<string, string> } {
  const body = JSON.stringify(message);
  const headers = { 'content-type': 'application/json', 'parrot-signature': signatureOf(body) };
  return { body, headers };
}

function read<T>({ headers, body }: TextPost): T | 'unsigned' | 'forged' {
  const signature = headers['parrot-signature'];
  if (signature === undefined) return 'unsigned';
  return signature === signatureOf(body) ? (JSON.parse(body.toString()) as T) : 'forged';
}

const checks = { vendor: 'parrot', tryKeys: async () => 'it speaks' };

export const parrot: TextVendor = {
  name: 'parrot',
  codes: () => ({
    ...checks,
    send: async ({ phone: to }) => {
      codes.set(to, '424242');
      received.push({ to, body: 'Your code is 424242.' });
      return { result: 'sent', deliveryId: `code of ${to}` };
    },
    check: async ({ phone }, code) => (codes.get(phone) === code ? 'accepted' : 'wrong'),
    readDeliveries: (post) => {
      const event = read<{ deliveryId: string; at: string }>(post);
      if (typeof event === 'string') return event;
      const { deliveryId, at } = event;
      return [{ deliveryId, status: 'delivered', errorCode: undefined, sentAt: new Date(at) }];
    },
  }),
  messages: () => ({
    ...checks,
    send: async (text) => {
      received.push(text);
      return { vendorId: randomUUID() };
    },
    find: async () => undefined,
    readReply: (post) => {
      const event = read<{ id: string; from: string; text: string }>(post);
      return typeof event === 'string' ? event : { ...event, vendorId: event.id, isAnswered: false };
    },
    answer: async ({ from }, body) => {
      if (body !== undefined) received.push({ to: from, body });
      return undefined;
    },
    readDelivery: (post) => {
      const event = read<object>(post);
      return typeof event === 'string' ? event : { status: 'delivered', errorCode: undefined };
    },
  }),
};
