// Twilio: codes by Verify, other texts by Programmable Messaging.
import type { Config } from '../../platform/config.ts';
import type { VendorTimeouts } from '../../platform/vendor-timeouts.ts';
import type { TextVendor } from '../text-messages.ts';
import { twilioVerify } from './codes.ts';
import { twilioMessages } from './messages.ts';

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
