// Receives bank-data webhooks, so that tests can deliver each by hand, late, twice or never.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll } from 'vitest';
import { eventually, type World } from './world.ts';

export interface Message {
  readonly body: string;
  readonly signature: string;
  readonly payload: Record<string, unknown>;
}

export class BankWebhooks {
  url = '';
  messages: Message[] = [];

  /** For the tests of a file or of a `describe`: it has its address before the first test. */
  static open(): BankWebhooks {
    const receiver = new BankWebhooks();
    const server = createServer((request, response) => {
      const services: Buffer[] = [];
      request.on('data', (part: Buffer) => services.push(part));
      request.on('end', () => {
        const body = Buffer.concat(services).toString('utf8');
        const signature = String(request.headers['plaid-verification']);
        receiver.messages.push({ body, signature, payload: JSON.parse(body) });
        response.end();
      });
    });
    beforeAll(async () => {
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()));
      const { port } = server.address() as AddressInfo;
      receiver.url = `http://localhost:${port}`;
    });
    afterAll(() => new Promise<void>((resolve) => server.close(() => resolve())));
    return receiver;
  }

  received(code: string, itemId?: string): Promise<Message> {
    return eventually(async () =>
      this.messages.find(
        ({ payload }) =>
          payload.webhook_code === code && (itemId === undefined || payload.item_id === itemId),
      ),
    );
  }
}

export function deliver(
  world: World,
  body: string,
  signature: string | undefined,
): Promise<{ statusCode: number; body: string }> {
  const { app } = world.product;
  if (!app) throw new Error('This product answers no requests.');
  return app.inject({
    method: 'POST',
    url: '/webhooks/plaid',
    headers: {
      'content-type': 'application/json',
      ...(signature === undefined ? {} : { 'plaid-verification': signature }),
    },
    payload: body,
  });
}
