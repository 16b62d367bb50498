// What a page says where a blocker stopped the check of the applicant's device.
const without = 'You can also continue without it. We may then need more proof of who you are.';

export const stoppedCheckText = {
  title: 'Something stopped a security check',
  what: `It may be an ad blocker or a privacy setting. Turn it off for this page, then try again. ${without}`,
  stoppedAgain: `The check was stopped again. ${without}`,
  done: 'Thank you. The check is done.',
} as const;
