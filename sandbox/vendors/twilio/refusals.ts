// Twilio's identifiers, its test numbers, and how it refuses a request.
import { randomBytes } from 'node:crypto';
import { Refused } from '../../requests.ts';

/** Two letters for what it identifies, and 32 hexadecimal digits. */
export const sid = (kind: 'SM' | 'VE'): string => `${kind}${randomBytes(16).toString('hex')}`;

export type Form = Record<string, string | undefined>;

export const magicNumbers: Record<string, [code: number, message: string]> = {
  '+15005550001': [21211, "Invalid 'To' Phone Number: +15005550001"],
  '+15005550002': [21612, "The 'To' phone number +15005550002 is not reachable via SMS"],
  '+15005550003': [21408, 'The region of +15005550003 has not been enabled for SMS'],
  '+15005550004': [21610, 'Attempt to send to unsubscribed recipient +15005550004'],
  '+15005550009': [21614, "'To' number +15005550009 is not a valid mobile number"],
};

export const e164 = /^\+[1-9]\d{6,14}$/;

export const refused = (code: number, message: string, status = 400) =>
  new Refused(status, { code, message, more_info: `https://www.twilio.com/docs/errors/${code}`, status });
