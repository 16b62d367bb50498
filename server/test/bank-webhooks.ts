// Receives bank-data webhooks, so that tests can deliver each by hand, late, twice or never.
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll } from 'vitest';
import { serve } from '#sandbox/testing.ts';
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
    let close = () => {};
    beforeAll(async () => {
      const server = await serve(async (request, response) => {
        const body = await text(request);
        const signature = String(request.headers['plaid-verification']);
        receiver.messages.push({ body, signature, payload: JSON.parse(body) });
        response.end();
      });
      close = () => void server.close();
      receiver.url = server.url.replace('127.0.0.1', 'localhost');
    });
    afterAll(() => close());
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

export const deliver = (world: World, body: string, signature: string | undefined) =>
  world.browser().call('POST', '/webhooks/plaid', body, {
    'content-type': 'application/json',
    ...(signature === undefined ? {} : { 'plaid-verification': signature }),
  });
