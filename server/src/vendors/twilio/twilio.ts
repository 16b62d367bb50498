// Twilio: codes by Verify, other texts by Programmable Messaging.

import { daysAfter } from '../../platform/clock.ts';
import type { Config } from '../../platform/config.ts';
import type { VendorTimeouts } from '../../platform/vendor-timeouts.ts';
import {
  type CodePhone,
  type SendResult,
  type TextCodes,
  type TextMessages,
  type TextVendor,
  textPaths,
} from '../text-messages.ts';
import { ToFix } from '../vendor-check.ts';
import {
  redactedError,
  refusalOf,
  type TwilioSettings,
  twilioClient,
  type VerifyServices,
} from './client.ts';
import { answerText, readCodeDeliveries, readDelivery, readReply } from './webhooks.ts';

/** The number opted out (21610), or gets no texts: sending again changes nothing. */
const finalCodes: ReadonlySet<number> = new Set([21211, 21408, 21610, 21612, 21614, 30450]);

function twilioMessages(settings: TwilioSettings & { readonly from: string }): TextMessages {
  const client = twilioClient(settings);
  const { from, authToken } = settings;
  return {
    vendor: 'twilio',
    readReply: (post) => readReply(post, authToken),
    readDelivery: (post) => readDelivery(post, authToken),
    answer: async (_, words) => answerText(words),
    async send({ to, body, statusUrl }) {
      try {
        const { sid } = await (await client()).messages.create({ to, from, body, statusCallback: statusUrl });
        return { vendorId: sid };
      } catch (error) {
        const code = refusalOf(error)?.code;
        if (code !== undefined && finalCodes.has(code)) return { refused: code };
        throw redactedError(error);
      }
    },
    async tryKeys() {
      const { incomingPhoneNumbers } = await client();
      const numbers = await incomingPhoneNumbers
        .list({ phoneNumber: from, limit: 1 })
        .catch((error: unknown) => {
          const status = refusalOf(error)?.status;
          if (status === 401 || status === 403)
            throw new ToFix('TWILIO_ACCOUNT_SID or TWILIO_AUTH_TOKEN is not accepted');
          throw redactedError(error);
        });
      const [number] = numbers;
      if (number === undefined) throw new ToFix('TWILIO_FROM is no number of the account');
      if (!number.smsUrl.endsWith(textPaths.replies))
        throw new ToFix(
          `STOP does not reach us: set "A message comes in" of TWILIO_FROM to PUBLIC_URL${textPaths.replies} (HTTP POST)`,
        );
      return 'TWILIO_FROM is the account’s, and its replies come to us';
    },
    // Twilio stores no key of ours, so a match of phone and body identifies a text.
    async find({ to, body }, now) {
      try {
        const sent = await (await client()).messages.list({
          to,
          from,
          dateSentAfter: daysAfter(now, -1),
          limit: 50,
        });
        const same = sent.find((text) => text.body === body);
        return same && { vendorId: same.sid };
      } catch (error) {
        throw redactedError(error);
      }
    },
  };
}

const maxChecks = 60202;
const notFound = 20404;
const forbidden = 403;

/** Twilio's error codes (https://www.twilio.com/docs/api/errors), by what they mean for a send. */
const refusals: Readonly<Record<number, SendResult>> = {
  60202: 'too-many',
  60203: 'too-many',
  // Invalid, unreachable, a landline, or not a mobile phone.
  21211: 'cannot-be-sent',
  21612: 'cannot-be-sent',
  21614: 'cannot-be-sent',
  60200: 'cannot-be-sent',
  60205: 'cannot-be-sent',
  60033: 'cannot-be-sent',
  21610: 'opted-out',
  60410: 'held-back',
  60605: 'region-blocked',
  60238: 'account-blocked',
  // The channel is off in the service's settings.
  60223: 'account-blocked',
};

/** Twilio forbids a code for ever more reasons; an unlisted one is treated as a guard against fraud. */
function resultOf({ code, status }: { readonly code: number | undefined; readonly status: number }) {
  const listed = code === undefined ? undefined : refusals[code];
  return listed ?? (status === forbidden ? 'held-back' : undefined);
}

function twilioVerify(settings: TwilioSettings & VerifyServices): TextCodes {
  const client = twilioClient(settings);
  const service = async (sid: string) => (await client()).verify.v2.services(sid);
  const serviceOf = ({ isConfirmed }: CodePhone) =>
    service(isConfirmed ? settings.returningServiceSid : settings.serviceSid);
  return {
    vendor: 'twilio',
    readDeliveries: (post) => readCodeDeliveries(post, settings),
    async send(to, channel) {
      try {
        const { sendCodeAttempts } = await (await serviceOf(to)).verifications.create({
          to: to.phone,
          channel: channel === 'call' ? 'call' : 'sms',
        });
        const deliveryId: unknown = sendCodeAttempts?.at(-1)?.attempt_sid;
        return typeof deliveryId === 'string' ? { result: 'sent', deliveryId } : { result: 'sent' };
      } catch (error) {
        const refusal = refusalOf(error);
        const result = refusal && resultOf(refusal);
        if (result === undefined) throw redactedError(error);
        return { result: channel === 'call' && result === 'cannot-be-sent' ? 'cannot-be-called' : result };
      }
    },
    async check(to, code) {
      try {
        const { status } = await (await serviceOf(to)).verificationChecks.create({ to: to.phone, code });
        return status === 'approved' ? 'accepted' : 'wrong';
      } catch (error) {
        const refusal = refusalOf(error)?.code;
        if (refusal === notFound) return 'expired';
        if (refusal === maxChecks) return 'too-many';
        throw redactedError(error);
      }
    },
    async tryKeys() {
      const { serviceSid, returningServiceSid } = settings;
      if (serviceSid === returningServiceSid)
        throw new ToFix('TWILIO_VERIFY_RETURNING_SERVICE_SID must name another service');
      let name = 'TWILIO_VERIFY_SERVICE_SID';
      try {
        await (await service(serviceSid)).fetch();
        name = 'TWILIO_VERIFY_RETURNING_SERVICE_SID';
        await (await service(returningServiceSid)).fetch();
      } catch (error) {
        const refusal = refusalOf(error);
        if (refusal?.code === notFound)
          throw new ToFix(`${name} names no Verify service of the account (20404)`);
        if (refusal?.status === 401 || refusal?.status === forbidden)
          throw new ToFix(`TWILIO_ACCOUNT_SID or TWILIO_AUTH_TOKEN is not accepted (${refusal.code})`);
        throw redactedError(error);
      }
      return 'signed in, and both Verify services are there; no text was sent';
    },
  };
}

const account = (config: Config, timeouts: VendorTimeouts) => ({
  url: config.TWILIO_URL,
  accountSid: config.TWILIO_ACCOUNT_SID,
  authToken: config.TWILIO_AUTH_TOKEN,
  timeoutMs: timeouts.seconds(8) * 1000,
});

export const twilio: TextVendor = {
  name: 'twilio',
  codes: (config, timeouts) =>
    twilioVerify({
      ...account(config, timeouts),
      serviceSid: config.TWILIO_VERIFY_SERVICE_SID,
      returningServiceSid: config.TWILIO_VERIFY_RETURNING_SERVICE_SID,
    }),
  messages: (config, timeouts) => twilioMessages({ ...account(config, timeouts), from: config.TWILIO_FROM }),
};
