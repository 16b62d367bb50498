import { weekdayIn, zonedTime } from '#contract/clock-text.ts';

export const callBackText = {
  title: 'Book a call',
  what: "Pick a time, and your branch will call you. It's free.",
  choose: 'Choose a time',
  loading: 'Loading the times',
  keep: 'Not now',
  day: 'Day',
  time: 'Time',
  /** Which clock the times are on. */
  hint: "In your branch's time zone",
  button: 'Book this call',
  booking: 'Booking',
  booked: {
    title: 'Your call is booked',
    what: (instant: string, timeZone: string) =>
      `Your branch will call you on ${weekdayIn(timeZone, new Date(instant))} at ${zonedTime(timeZone, new Date(instant))}.`,
    change: 'Change the time',
    cancel: 'Cancel the call',
    canceling: 'Canceling',
  },
  canceled: 'Your call is canceled.',
  failed: "That didn't go through. Please try again, or call your branch.",
} as const;
