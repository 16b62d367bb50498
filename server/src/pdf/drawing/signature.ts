// Draws the lines that a person signs on.
import type { BlockOf } from '../document-model.ts';
import type { Sheet } from './sheet.ts';
import { colors, page, styles, width } from './styles.ts';

/** Where a person signs, in points from the lower left corner of a page. Pages count from 1. */
export interface Anchor {
  readonly anchor: string;
  readonly page: number;
  readonly x: number;
  readonly y: number;
}

/** The signing service's stamp is 44 points high and sits slightly above the line. This leaves it room on all sides. */
export const signatureHeight = 64;

/** Returns where the signing service puts signature and date. */
export function drawSignature(
  sheet: Sheet,
  { anchor, label, date, signed }: BlockOf<'signature'>,
): readonly Anchor[] {
  sheet.ensureSpace(signatureHeight);
  const line = sheet.y + signatureHeight - styles.small.leading - 6;
  const fields = [
    { anchor, label, x: page.left, width: date ? 300 : width, filled: signed?.name },
    ...(date ? [{ ...date, x: page.left + 324, width: width - 324, filled: signed?.date }] : []),
  ];
  const anchors: Anchor[] = [];
  for (const field of fields) {
    sheet.drawArtifact(() => {
      sheet.stroke(field.x, line, field.x + field.width, line, 0.75, colors.ink);
      if (field.filled !== undefined) return;
      // The signing service searches the page's text for the anchor.
      const hidden = { ...styles.small, size: 4, leading: 5, color: '#FFFFFF' };
      sheet.drawLine(sheet.lines(field.anchor, hidden, width).flat(), field.x, line - 8, hidden);
    });
    if (field.filled === undefined)
      anchors.push({ anchor: field.anchor, page: sheet.pages, x: field.x, y: page.height - line });
    else drawFilled(sheet, field.filled, field, line);
    sheet
      .addElement(sheet.root, 'P')
      .add(() =>
        sheet.drawLines(sheet.lines(field.label, styles.small, field.width), field.x, line + 4, styles.small),
      );
  }
  sheet.y += signatureHeight;
  return anchors;
}

/** Writes on the line, as large as it fits. */
function drawFilled(
  sheet: Sheet,
  text: string,
  { x, width: room }: { readonly x: number; readonly width: number },
  line: number,
): void {
  const { title } = styles;
  const size = Math.min(title.size, (title.size * room) / sheet.measure(text, title));
  const style = { ...title, size, leading: size * 1.2 };
  sheet
    .addElement(sheet.root, 'P')
    .add(() => sheet.drawLines(sheet.lines(text, style, room), x, line - style.leading - 2, style));
}
