const inZone = (timeZone: string, format: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat('en-US', { timeZone, ...format });

/** "Thursday, March 5" on the branch's calendar. */
const dayOf = (instant: string, timeZone: string) =>
  inZone(timeZone, { weekday: 'long', month: 'long', day: 'numeric' }).format(new Date(instant));
/** "10:30 AM MST" on the branch's clock. */
const timeOf = (instant: string, timeZone: string) =>
  inZone(timeZone, { hour: 'numeric', minute: '2-digit', timeZoneName: 'short' }).format(new Date(instant));

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
  dayOf,
  timeOf,
  booked: {
    title: 'Your call is booked',
    what: (instant: string, timeZone: string) =>
      `Your branch will call you on ${dayOf(instant, timeZone)} at ${timeOf(instant, timeZone)}.`,
    change: 'Change the time',
    cancel: 'Cancel the call',
    canceling: 'Canceling',
  },
  canceled: 'Your call is canceled.',
  failed: "That didn't go through. Please try again, or call your branch.",
} as const;
