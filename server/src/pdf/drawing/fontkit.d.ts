// What we use of fontkit, which has no types, and pdfkit's function for a font that fontkit has read.
declare module 'fontkit' {
  export interface Font {
    readonly unitsPerEm: number;
    readonly characterSet: readonly number[];
    hasGlyphForCodePoint(codePoint: number): boolean;
    glyphForCodePoint(codePoint: number): unknown;
    layout(text: string, features?: unknown): GlyphRun;
  }
  export interface GlyphRun {
    readonly advanceWidth: number;
    readonly glyphs: readonly { readonly codePoints: readonly number[] }[];
    readonly positions: readonly object[];
  }
  export function create(file: Uint8Array): Font;
  export function openSync(file: string): Font;
}

declare namespace PDFKit.Mixins {
  interface PDFFont {
    registerFont(name: string, font: import('fontkit').Font): this;
  }
}
