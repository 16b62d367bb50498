// The declaration of a screen: its path, who may see it, and what it needs.
export const stages = [
  'prequalification',
  'phone-check',
  'offers',
  'vehicle',
  'bank-link',
  'verification',
  'approval',
  'deposit',
  'documents',
  'autopay',
  'fast-path',
  'resume',
  'notices',
  'partners',
  'branches',
  'status',
] as const;

/**
 * The journey's links: the addresses of the allowed actions. `earlierLink` emails a link to the earlier application that this one repeats, and
 * `openEarlier` texts a code for it.
 */
export const linkNames = [
  'requestOtp',
  'verifyOtp',
  'job',
  'prequalification',
  'loanRequest',
  'vehicle',
  'withoutVehicle',
  'branch',
  'branchCall',
  'user',
  'adverseAction',
  'partner',
  'partners',
  'updateLead',
  'fastPathOffer',
  'fastPathStatus',
  'linkToken',
  'exchange',
  'linkedBank',
  'accounts',
  'verification',
  'submitApproval',
  'approval',
  'directEntry',
  'accountValidation',
  'documents',
  'signature',
  'autopay',
  'finishLater',
  'earlierLink',
  'openEarlier',
  'reminders',
  'withdraw',
  'counteroffer',
  'counterofferNotice',
  'paperNotices',
  'status',
  'uploads',
  'callBack',
] as const;
export type LinkName = (typeof linkNames)[number];

/** What a bank's own page adds to the address to which it returns. */
export const bankState = 'oauth_state_id';
/** Its value on the return from the page that the bank-link vendor hosts. */
export const hostedState = 'hosted';

export interface Screen {
  readonly path: string;
  /**
   * The content beside the task. `loan`: the loan as far as it is known, and what happens next. `next`: what happens next, where the
   * screen itself shows the loan. `guarantees`: what happens next, with an example, before there is a loan. `branch`: the branch to
   * contact, with a map, where the application ends or waits for a person. `contents`: the screen's own list of contents. `own`: what
   * the screen itself puts there. `none`: the page is centered.
   */
  readonly side: 'loan' | 'next' | 'guarantees' | 'branch' | 'contents' | 'own' | 'none';
  readonly stage: (typeof stages)[number];
  /**
   * `entry`: always allowed, and arriving clears the browser's session storage.
   * `public`: always allowed. `step`: allowed by the journey.
   */
  readonly access: 'entry' | 'public' | 'step';
  /** The document's title, unless the screen shows several pages. */
  readonly title: string;
  /** The current step on the progress line, counted from zero; 4 when every step is done. Screens without a step show no line. */
  readonly step?: 0 | 1 | 2 | 3 | 4;
  /** The current one of the parts that the step has, counted from zero. Choosing a loan has three. */
  readonly part?: 0 | 1 | 2;
  /** The screen only waits for a result. A refused applicant is never sent back to it. */
  readonly waits?: true;
  /** An emailed or partner's link leads here, with its token in the address, which no request may send as a Referer. */
  readonly byLink?: true;
  /**
   * The query parameter with which another site sends the applicant back to this screen. If the session has ended meanwhile, the
   * applicant continues from there after the text code.
   */
  readonly returnedWith?: 'event' | typeof bankState;
  /** Without these links the screen has nothing to show, and the applicant goes to the `instead` screen, or the landing page. */
  readonly needs?: readonly LinkName[];
  readonly instead?: string;
  /** What the screen reads first, besides the journey and the branch beside it. The server sends these responses along with the page. */
  readonly reads?: readonly LinkName[];
}

/** A screen as its stage declares it: unless it has others, its side is `loan` and its access `step`. */
type Declared = Omit<Screen, 'stage' | 'side' | 'access'> &
  Partial<Pick<Screen, 'side' | 'access'>> & {
    /** What the screen both needs and reads. */
    readonly shows?: readonly LinkName[];
  };

export type DeclaredByStage = Readonly<Partial<Record<Screen['stage'], Readonly<Record<string, Declared>>>>>;

/** Every screen with the branch beside it reads the branch, last. */
export const screenOf = (stage: Screen['stage'], { shows, ...declared }: Declared): Screen => ({
  stage,
  side: 'loan',
  access: 'step',
  ...(shows && { needs: shows, reads: shows }),
  ...declared,
  ...(declared.side === 'branch' && { reads: [...(shows ?? declared.reads ?? []), 'branch'] }),
});
