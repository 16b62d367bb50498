// Draws the lines that a person signs on.
import type { BlockOf } from '../paper.ts';
import type { Sheet } from './sheet.ts';
import { colors, page, styles, width } from './styles.ts';

/** Where a person signs: points from the lower left corner of a page, pages counted from 1. */
export interface Anchor {
  readonly anchor: string;
  readonly page: number;
  readonly x: number;
  readonly y: number;
}

/** The signing service's stamp is 44 points high and stands a little above the line; it touches nothing. */
export const signatureHeight = 64;

/** Answers where the signing service is to put signature and date. */
export function drawSignature(
  sheet: Sheet,
  { anchor, label, date }: BlockOf<'signature'>,
): readonly Anchor[] {
  sheet.need(signatureHeight);
  const line = sheet.y + signatureHeight - styles.small.leading - 6;
  const fields = [
    { anchor, label, x: page.left, width: date ? 300 : width },
    ...(date ? [{ ...date, x: page.left + 324, width: width - 324 }] : []),
  ];
  const anchors: Anchor[] = [];
  for (const field of fields) {
    sheet.decorate(() => {
      sheet.stroke(field.x, line, field.x + field.width, line, 0.75, colors.ink);
      // For the signing service, which looks for it in the page's text.
      const hidden = { ...styles.small, size: 4, leading: 5, color: '#FFFFFF' };
      sheet.put(sheet.lines(field.anchor, hidden, width).flat(), field.x, line - 8, hidden);
    });
    anchors.push({ anchor: field.anchor, page: sheet.pages, x: field.x, y: page.height - line });
    sheet
      .child(sheet.root, 'P')
      .add(() =>
        sheet.putLines(sheet.lines(field.label, styles.small, field.width), field.x, line + 4, styles.small),
      );
  }
  sheet.y += signatureHeight;
  return anchors;
}
