// Every message to a person but the notices' (notices/jobs.ts), the text codes and the loan documents' link.
import type { Services } from '../services.ts';
import { applicationMessages } from './application-messages.ts';
import { loanMessages } from './loan-messages.ts';
import { type AnyMessage, sending } from './message.ts';
import { emailDocumentsReminder, emailPapersReminder, emailReminder } from './reminders.ts';
import { emailState } from './state-emails.ts';

export const messages: readonly AnyMessage[] = [
  ...applicationMessages,
  ...loanMessages,
  emailState,
  emailReminder,
  emailDocumentsReminder,
  emailPapersReminder,
];

export const messageJobs = (services: Services) => sending(services, messages);
