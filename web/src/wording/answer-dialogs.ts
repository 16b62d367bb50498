// The texts of the dialogs about an answer in the form, which are fetched when one opens.
import { wholeDollars } from './format.ts';

export const answerDialogText = {
  incomeDialog: {
    title: 'Hmmm. Are you sure you entered the right amount? We are looking for annual income.',
    amount: (dollars: number) => `You entered ${wholeDollars(dollars)} a year.`,
    keep: 'Confirm',
    change: 'Change the amount',
  },

  outOfState: {
    title: "We don't lend in your state yet",
    what: (state: string) => `We can't take an application from ${state} online.`,
    militaryTitle: 'Is your home in one of our states?',
    military: (branch: string) =>
      `An APO, FPO or DPO address has no state whose rules we can lend under. If your home is in one of the states below, call our ${branch} branch at {phone}.`,
    list: 'States where we lend:',
    contact: 'Contact us',
    contactTitle: 'Talk to us about loans in your state',
    call: 'Questions? Call us at {phone}.',
  },
} as const;
