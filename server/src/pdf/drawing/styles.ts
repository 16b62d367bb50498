// How a PDF looks: page dimensions in points and sizes; its colors are the lender's.
import type { ColorName } from '#lender/palette.ts';
import type { Face } from './fonts.ts';

export interface Style {
  readonly face: Face;
  readonly size: number;
  /** From one baseline to the next. */
  readonly leading: number;
  readonly color: ColorName;
}

export const page = { width: 612, height: 792, left: 72, right: 72, top: 64, bottom: 68 };
export const width = page.width - page.left - page.right;

export const styles = {
  body: { face: 'body', size: 10.25, leading: 14.25, color: 'ink' },
  strong: { face: 'strong', size: 10.25, leading: 14.25, color: 'ink' },
  // The longest of the privacy forms has to fit on its two pages.
  form: { face: 'body', size: 10.25, leading: 13, color: 'ink' },
  formStrong: { face: 'strong', size: 10.25, leading: 13, color: 'ink' },
  small: { face: 'body', size: 8.5, leading: 11.5, color: 'ink-soft' },
  label: { face: 'strong', size: 8.5, leading: 12, color: 'ink-soft' },
  sender: { face: 'display', size: 19, leading: 23, color: 'spruce' },
  title: { face: 'display', size: 18.5, leading: 24, color: 'ink' },
  heading2: { face: 'display', size: 13, leading: 18, color: 'spruce' },
  heading3: { face: 'strong', size: 11, leading: 15.5, color: 'ink' },
  figure: { face: 'strong', size: 13, leading: 18, color: 'ink' },
  emphasized: { face: 'display', size: 21, leading: 27, color: 'ink' },
} as const satisfies Record<string, Style>;

export const space = {
  paragraph: 8,
  item: 3,
  beforeHeading2: 7,
  beforeHeading3: 3,
  afterHeading: 4,
  cell: 6,
  denseCell: 2,
  formCell: 4,
  box: 14,
};
