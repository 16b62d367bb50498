/** Why a file is not taken. */
export type RefusalReason =
  | 'unknown-type'
  | 'damaged'
  | 'locked'
  | 'form'
  | 'portfolio'
  | 'too-complex'
  | 'too-many-pages'
  | 'too-many-pixels';

export class RefusedFile extends Error {
  readonly why: RefusalReason;

  constructor(why: RefusalReason) {
    super(why);
    this.why = why;
  }
}
