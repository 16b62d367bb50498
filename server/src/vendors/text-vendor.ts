// The service that sends text codes and texts. Another one takes this line, and its settings those of `platform/settings.ts`.
export { twilio as textVendor } from './twilio/twilio.ts';
