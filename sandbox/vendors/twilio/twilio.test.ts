import { text as textOf } from 'node:stream/consumers';
import twilio from 'twilio';
import { afterAll, beforeEach, expect, it, onTestFinished } from 'vitest';
import { serve, startSandbox, stillClock } from '../../testing.ts';
import { repliesPath } from './webhooks.ts';

const clock = stillClock();
let sandbox = await startSandbox({ clock: clock.now });

/** The official client, pointed at the sandbox instead of Twilio's hosts. */
function clientFor(token: string) {
  class LocalClient extends twilio.RequestClient {
    override request<Data>(options: Parameters<InstanceType<typeof twilio.RequestClient>['request']>[0]) {
      const uri = options.uri.replace(/^https:\/\/[a-z]+\.twilio\.com/, `${sandbox.url}/twilio`);
      return super.request<Data>({ ...options, uri } as never);
    }
  }
  return twilio(sandbox.credentials.TWILIO_ACCOUNT_SID, token, { httpClient: new LocalClient() });
}

const client = () => clientFor(sandbox.credentials.TWILIO_AUTH_TOKEN);
const verify = () => client().verify.v2.services(sandbox.credentials.TWILIO_VERIFY_SERVICE_SID);
const send = (to: string, channel = 'sms') => verify().verifications.create({ to, channel });
const message = (to: string, body = 'Your loan is on its way.') =>
  client().messages.create({ to, body, from: sandbox.credentials.TWILIO_FROM });

type Text = { to: string; body: string; sentAt: string };
async function texts(to: string): Promise<Text[]> {
  return (await sandbox.json('GET', `/console/api/texts?to=${encodeURIComponent(to)}`)).body as Text[];
}

afterAll(() => sandbox.close());
beforeEach(() => sandbox.json('DELETE', '/console/api/state'));

it('a call with a code counts as a send', async () => {
  const call = (number: string) => send(number, 'call');
  await expect(call('+15005550005')).rejects.toMatchObject({ code: 60410 });
  await expect(send('+15125550111', 'voice')).rejects.toMatchObject({ status: 400, code: 60200 });
  for (let attempt = 0; attempt < 4; attempt += 1) await call('+15125550112');
  await send('+15125550112');
  await expect(call('+15125550112')).rejects.toMatchObject({ code: 60203 });
});

it('a message to an opted-out recipient, without a body or of an unknown sender is refused', async () => {
  await expect(message('+15005550004')).rejects.toMatchObject({ code: 21610 });
  await expect(message('+15125550108', '')).rejects.toMatchObject({ code: 21602 });
  await expect(
    client().messages.create({ to: '+15125550108', body: 'x', from: '+15005550099' }),
  ).rejects.toMatchObject({ code: 21606 });
});

it('posts a reply, signed; STOP blocks messages but no codes, START unblocks, and the response to HELP is texted', async () => {
  const posts: { path: string; fields: Record<string, string>; signature: string }[] = [];
  let answer = '<Response/>';
  const { url: productUrl, close } = await serve(async (request, response) => {
    const fields = Object.fromEntries(new URLSearchParams(await textOf(request)));
    const signature = String(request.headers['x-twilio-signature']);
    posts.push({ path: request.url ?? '', fields, signature });
    response.setHeader('content-type', 'text/xml').end(answer);
  });
  const outer = sandbox;
  sandbox = await startSandbox({ clock: clock.now, productUrl });
  onTestFinished(async () => {
    await sandbox.close();
    sandbox = outer;
    close();
  });

  const from = '+15125550112';
  const reply = async (body: string) => {
    const { status } = await sandbox.json('POST', '/console/api/texts/replies', { from, body });
    expect(status).toBe(201);
  };
  await reply('Stop');
  await expect(message(from)).rejects.toMatchObject({ status: 400, code: 21610 });
  expect(await send(from)).toMatchObject({ status: 'pending' });
  await reply('START');
  await expect(message(from)).resolves.toMatchObject({ status: 'queued' });
  answer = '<Response><Message>Call &lt;us&gt; &amp; ask</Message></Response>';
  await reply('HELP');
  expect((await texts(from))[0]?.body).toBe('Call <us> & ask');

  // The status of the message is posted too, at its own time.
  const replies = posts.filter(({ path }) => path === repliesPath);
  expect(replies.map(({ fields }) => fields.Body)).toEqual(['Stop', 'START', 'HELP']);
  for (const { fields, signature } of replies) {
    const url = productUrl + repliesPath;
    expect(twilio.validateRequest(sandbox.credentials.TWILIO_AUTH_TOKEN, signature, url, fields)).toBe(true);
  }
});
