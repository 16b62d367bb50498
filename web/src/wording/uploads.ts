import { type UploadKind, uploadLimits } from '#contract/uploads.ts';

const most = `${uploadLimits.fileBytes / 1024 / 1024} MB`;

export const uploadText = {
  heading: 'Send us your documents',
  lead: 'Take a photo or choose a file. Someone at your branch will look at them with you.',
  /** Of a signed loan, whose money waits for the vehicle's papers. */
  signed: {
    heading: "Send us your vehicle's papers to get your money",
    lead: "Your loan is signed. We'll send your money once someone at your branch has seen these papers.",
    received:
      "Your loan is signed. We'll send your money once someone at your branch has seen your vehicle's papers. You don't need to do anything now.",
  },
  kinds: {
    'photo-id': {
      title: 'Photo ID',
      what: "A driver's license, state ID or passport. Front and back, all four corners in view.",
      of: 'your photo ID',
    },
    'pay-stub': {
      title: 'Pay stub',
      what: 'Your latest one, or a bank statement that shows your income.',
      of: 'your pay stub',
    },
    bill: {
      title: 'Bill with your address',
      what: 'A utility or phone bill from the last two months, with your name and address on it.',
      of: 'a bill with your address',
    },
    insurance: {
      title: 'Proof of insurance',
      what: "Your insurer's card or declarations page for the vehicle. It names you, the VIN and the days it covers.",
      of: 'your insurance',
    },
    title: {
      title: 'Vehicle title',
      what: "Both sides of the title in your name. If it shows a paid-off loan, add the lender's release.",
      of: 'your title',
    },
  } satisfies Readonly<Record<UploadKind, object>>,
  others: 'Send something else',
  takePhoto: 'Take a photo',
  choose: 'Choose files',
  forDocument: (of: string) => ` of ${of}`,
  rules: `JPEG, HEIC, PNG or PDF, up to ${most} each`,
  full: "That's as many files as we can take here.",
  fileName: (number: number) => `File ${number}`,
  size: (bytes: number) =>
    bytes >= 1_000_000
      ? `${(bytes / 1_000_000).toFixed(1)} MB`
      : `${Math.max(1, Math.round(bytes / 1000))} KB`,
  added: 'Added',
  sending: (percent: number) => `Uploading, ${percent}%`,
  checking: 'Checking',
  waiting: 'Not through yet. Trying again',
  pagesOf: (name: string) => `What your branch gets of ${name}`,
  page: (number: number) => `Page ${number}`,
  lookFirst: 'The pages above are what your branch gets. Check that you can read each one.',
  remove: 'Remove',
  removing: (name: string) => `Remove ${name}`,
  again: 'Try again',
  wrongType: "We can't open this kind of file. Please send a JPEG or PNG picture, or a PDF.",
  tooLarge: `This file is too large. Please send one that's ${most} or smaller.`,
  notSent: "This file didn't get through. Check your connection and try again.",
  failed: "We couldn't load this page's list right now.",
  loading: 'Loading your documents',
  send: 'Send to my branch',
  sendingAll: 'Sending',
  nothingYet: 'Add at least one file first.',
  stillUploading: 'Please wait until every file is uploaded.',
  stay: "Stay on this page until they're uploaded.",
  handInFailed: "That didn't go through. Please try again.",
  safe: 'We encrypt your files and remove hidden details, such as where a photo was taken.',
  received: {
    title: 'We received your documents',
    line: (title: string, files: number, day: string) =>
      `${title}, ${files === 1 ? '1 file' : `${files} files`}, on ${day}`,
    missing: (kinds: readonly UploadKind[]) => `Thank you. We still need ${listed(kinds)}.`,
    next: (call: string) =>
      `We emailed you too. Someone at your branch will look at them and call you ${call}.`,
  },
  /** On the page of a step-up. */
  stepUp: {
    partly: 'Send us what is missing, or bring it to your branch.',
    send: (kinds: readonly UploadKind[]) =>
      `Send us ${listed(kinds)}, or bring ${kinds.length === 1 ? 'it' : 'them'} to your branch.`,
    received: {
      lead: 'Thank you. We received your documents. Someone at your branch will look at them and call you.',
      next: "You don't need to do anything now. We'll email you our answer.",
    },
  },
  talk: 'Rather talk to someone?',
  talkWhat: 'You can also call, or bring your documents to your branch.',
} as const;

/** "your photo ID and a bill with your address" */
const listed = (kinds: readonly UploadKind[]): string =>
  new Intl.ListFormat('en-US').format(kinds.map((kind) => uploadText.kinds[kind].of));
