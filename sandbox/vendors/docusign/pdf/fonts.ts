// Decodes a PDF font's character codes to text and widths.
import {
  decodePDFRawStream,
  PDFArray,
  PDFDict,
  PDFDocument,
  PDFHexString,
  PDFName,
  PDFNumber,
  PDFRawStream,
  PDFStream,
  PDFString,
  StandardFonts,
} from '@cantoo/pdf-lib';
import { instructions, type Operand } from './content.ts';

type Glyph = { text: string; width: number; isSpace: boolean };
export type Font = (bytes: Uint8Array) => Glyph[];

const windows1252 = new TextDecoder('windows-1252');
const number = (value: unknown, fallback: number): number =>
  value instanceof PDFNumber ? value.asNumber() : fallback;

export function streamBytes(stream: PDFStream | undefined): Uint8Array {
  if (stream instanceof PDFRawStream) return decodePDFRawStream(stream).decode();
  return stream?.getContents() ?? new Uint8Array();
}

const bytesOf = (operand: Operand | undefined): Uint8Array =>
  typeof operand === 'object' && 'bytes' in operand ? operand.bytes : new Uint8Array();
const asNumber = (bytes: Uint8Array): number => bytes.reduce((value, byte) => value * 256 + byte, 0);
const asText = (bytes: Uint8Array): string =>
  String.fromCharCode(
    ...Array.from(
      { length: bytes.length >> 1 },
      (_, i) => ((bytes[2 * i] ?? 0) << 8) | (bytes[2 * i + 1] ?? 0),
    ),
  );

/** Reads a ToUnicode CMap, whose operands map codes or ranges of codes to text. */
function toUnicode(stream: PDFStream): Map<number, string> {
  const table = new Map<number, string>();
  for (const { operator, operands } of instructions(streamBytes(stream))) {
    if (operator === 'endbfchar')
      for (let i = 0; i + 1 < operands.length; i += 2)
        table.set(asNumber(bytesOf(operands[i])), asText(bytesOf(operands[i + 1])));
    if (operator === 'endbfrange')
      for (let i = 0; i + 2 < operands.length; i += 3) {
        const first = asNumber(bytesOf(operands[i]));
        const last = asNumber(bytesOf(operands[i + 1]));
        const target = operands[i + 2];
        const listed = typeof target === 'object' && 'list' in target ? target.list : undefined;
        for (let code = first; code <= last && code - first < 65_536; code += 1) {
          if (listed) table.set(code, asText(bytesOf(listed[code - first])));
          else {
            const start = asText(bytesOf(target));
            const end = start.charCodeAt(start.length - 1) + code - first;
            table.set(code, start.slice(0, -1) + String.fromCharCode(end));
          }
        }
      }
  }
  return table;
}

function compositeWidths(descendant: PDFDict | undefined): (code: number) => number {
  const widths = new Map<number, number>();
  const list = descendant?.lookupMaybe(PDFName.of('W'), PDFArray);
  for (let i = 0; list && i < list.size(); ) {
    const first = number(list.lookup(i), 0);
    const second = list.lookup(i + 1);
    if (second instanceof PDFArray) {
      for (let k = 0; k < second.size(); k += 1) widths.set(first + k, number(second.lookup(k), 0));
      i += 2;
    } else {
      for (let code = first; code <= number(second, 0); code += 1)
        widths.set(code, number(list.lookup(i + 2), 0));
      i += 3;
    }
  }
  const fallback = number(descendant?.lookup(PDFName.of('DW')), 1000);
  return (code) => widths.get(code) ?? fallback;
}

const standardNames = new Set<string>(Object.values(StandardFonts));

async function standardWidths(name: string): Promise<(text: string) => number> {
  if (!standardNames.has(name)) return () => 500;
  const font = await (await PDFDocument.create()).embedFont(name);
  return (text) => {
    try {
      return font.widthOfTextAtSize(text, 1000);
    } catch {
      return 500;
    }
  };
}

export async function readFont(font: PDFDict): Promise<Font> {
  const mapped = font.lookup(PDFName.of('ToUnicode'));
  const table = mapped instanceof PDFStream ? toUnicode(mapped) : new Map<number, string>();
  if (font.lookup(PDFName.of('Subtype')) === PDFName.of('Type0')) {
    const descendant = font.lookupMaybe(PDFName.of('DescendantFonts'), PDFArray)?.lookupMaybe(0, PDFDict);
    const width = compositeWidths(descendant);
    return (bytes) =>
      Array.from({ length: bytes.length >> 1 }, (_, i) => {
        const code = ((bytes[2 * i] ?? 0) << 8) | (bytes[2 * i + 1] ?? 0);
        return { text: table.get(code) ?? '', width: width(code), isSpace: false };
      });
  }
  const widths = font.lookupMaybe(PDFName.of('Widths'), PDFArray);
  const first = number(font.lookup(PDFName.of('FirstChar')), 0);
  const base = font.lookup(PDFName.of('BaseFont'));
  const standard = await standardWidths(base instanceof PDFName ? base.decodeText() : '');
  return (bytes) =>
    Array.from(bytes, (code) => {
      const text = table.get(code) ?? windows1252.decode(Uint8Array.of(code));
      const known =
        widths && code >= first && code - first < widths.size()
          ? number(widths.lookup(code - first), 500)
          : standard(text);
      return { text, width: known, isSpace: code === 32 };
    });
}

export const textOf = (value: unknown): string | undefined =>
  value instanceof PDFString || value instanceof PDFHexString ? value.decodeText() : undefined;
