// Text messages other than codes: Twilio's Programmable Messaging.
import { daysAfter } from '../../platform/clock.ts';
import { type TextMessages, textPaths } from '../text-messages.ts';
import { ToFix } from '../vendor-check.ts';
import { redactedError, refusalOf, type TwilioSettings, twilioClient } from './client.ts';
import { answerText, readDelivery, readReply } from './webhooks.ts';

/** The number opted out (21610), or gets no texts: sending again changes nothing. */
const finalCodes: ReadonlySet<number> = new Set([21211, 21408, 21610, 21612, 21614, 30450]);

export function twilioMessages(settings: TwilioSettings & { readonly from: string }): TextMessages {
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
