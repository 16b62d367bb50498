import { reminderDaysBeforeExpiry } from '#contract/notices.ts';

const when = `after a day, and ${reminderDaysBeforeExpiry} days before your offer expires`;

export const remindersText = {
  offer: `We can also remind you by email ${when}, and by text if you agreed to texts.`,
  start: 'Remind me',
  starting: 'Turning on reminders',
  on: `We'll remind you ${when}.`,
  stop: 'Stop reminders',
  stopping: 'Turning off reminders',
  off: "We won't send you reminders.",
  unsubscribed: "You unsubscribed from reminders at your email address, so we won't send any.",
  failed: "We couldn't save that right now. Please try again.",
} as const;

export const unsubscribeText = {
  working: 'Stopping your reminders',
  done: "You're unsubscribed",
  doneNext:
    "We won't send reminders to this address again. If you have an application with us, you'll still get emails about it, such as your documents.",
  bad: 'This link is damaged',
  badNext:
    "Open the link in the email again, or copy all of it. You can also call us, and we'll stop the reminders for you.",
  failed: "We couldn't stop your reminders right now",
  failedNext: 'Check your internet connection, then try again.',
} as const;
