// Twilio's identifiers, its test numbers, and how it refuses a request.
import { randomBytes } from 'node:crypto';
import type { FastifyReply } from 'fastify';

/** Two letters for what it identifies, and 32 hexadecimal digits. */
export const sid = (kind: 'SM' | 'VE'): string => `${kind}${randomBytes(16).toString('hex')}`;

export type Form = Record<string, string | undefined>;

export class TwilioError extends Error {
  readonly code: number;
  readonly status: number;

  constructor(code: number, message: string, status = 400) {
    super(message);
    this.code = code;
    this.status = status;
  }
}

export const magicNumbers: Record<string, TwilioError> = {
  '+15005550001': new TwilioError(21211, "Invalid 'To' Phone Number: +15005550001"),
  '+15005550002': new TwilioError(21612, "The 'To' phone number +15005550002 is not reachable via SMS"),
  '+15005550003': new TwilioError(21408, 'The region of +15005550003 has not been enabled for SMS'),
  '+15005550004': new TwilioError(21610, 'Attempt to send to unsubscribed recipient +15005550004'),
  '+15005550009': new TwilioError(21614, "'To' number +15005550009 is not a valid mobile number"),
};

export const e164 = /^\+[1-9]\d{6,14}$/;

export const errorBody = ({ status, code, message }: TwilioError) => ({
  code,
  message,
  more_info: `https://www.twilio.com/docs/errors/${code}`,
  status,
});

export function refuse(reply: FastifyReply, error: TwilioError) {
  if (error.status === 401) reply.header('WWW-Authenticate', 'Basic realm="Twilio API"');
  return reply.code(error.status).send(errorBody(error));
}
