// How a PDF looks: page dimensions in points, sizes and colors.
import type { Face } from './fonts.ts';

export interface Style {
  readonly face: Face;
  readonly size: number;
  /** From one baseline to the next. */
  readonly leading: number;
  readonly color: string;
}

export const colors = {
  ink: '#1C2421',
  soft: '#4B5752',
  spruce: '#0F4C3A',
  tint: '#F1F6F3',
  shade: '#E1E8E4',
  line: '#B9C4BE',
  paper: '#FFFFFF',
};
export const page = { width: 612, height: 792, left: 72, right: 72, top: 64, bottom: 68 };
export const width = page.width - page.left - page.right;

export const styles = {
  body: { face: 'body', size: 10.25, leading: 14.25, color: colors.ink },
  strong: { face: 'strong', size: 10.25, leading: 14.25, color: colors.ink },
  // The longest of the privacy forms has to fit on its two pages.
  form: { face: 'body', size: 10.25, leading: 13, color: colors.ink },
  formStrong: { face: 'strong', size: 10.25, leading: 13, color: colors.ink },
  small: { face: 'body', size: 8.5, leading: 11.5, color: colors.soft },
  label: { face: 'strong', size: 8.5, leading: 12, color: colors.soft },
  sender: { face: 'display', size: 19, leading: 23, color: colors.spruce },
  title: { face: 'display', size: 18.5, leading: 24, color: colors.ink },
  heading2: { face: 'display', size: 13, leading: 18, color: colors.spruce },
  heading3: { face: 'strong', size: 11, leading: 15.5, color: colors.ink },
  figure: { face: 'strong', size: 13, leading: 18, color: colors.ink },
  emphasized: { face: 'display', size: 21, leading: 27, color: colors.ink },
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
