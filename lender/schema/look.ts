// look.json under lender/public: what a page, an email and a document look like.
import { z } from 'zod';
import { picture } from './fields.ts';

const fileOf = (ending: string) =>
  z
    .string()
    .regex(
      new RegExp(String.raw`^[\w/-]+\.${ending}$`),
      `must be the path of a ${ending} file under lender/public`,
    );
const color = z.string().regex(/^#[0-9a-f]{6}$/, 'must be a color like "#0f4c3a", in lower case');

export const lookSchema = z.strictObject({
  /** In the header, 32 px high, in the light scheme and in the dark one. */
  logo: z.strictObject({ light: picture, dark: picture }),
  /** The mark alone, square: the tab's icon, and a PNG for emails and PDFs, which show no SVG. */
  icon: z.strictObject({ svg: picture, png: fileOf('png') }),
  colors: z.strictObject({
    /** Behind everything; light. */
    paper: color,
    /** Text. */
    ink: color,
    /** Buttons, links and what is chosen. */
    action: color,
    /** A fill beside ink, for the current step. */
    accent: color,
    error: color,
  }),
  /** Of headings and large amounts; without it they have the text's face. Ascent and descent are a share of the size. */
  displayFont: z
    .strictObject({ web: fileOf('woff2'), print: fileOf('ttf'), ascent: z.number(), descent: z.number() })
    .exactOptional(),
  drawings: z.boolean(),
});
