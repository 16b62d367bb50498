// Prints the letters that wait, as an operator does.
import { readFileSync } from 'node:fs';
import { PDFDocument } from '@cantoo/pdf-lib';
import { printLetters } from '#server/notices/commands/letters.ts';
import { fileDrop, type LetterPrinter } from '#server/vendors/letter-printer.ts';
import { testFolder } from './test-folder.ts';
import type { World } from './world.ts';

export const letterTimeZone = 'America/New_York';

/** What printing letters needs of a world. */
export const letterDesk = ({ product, clock }: World, printer: LetterPrinter) => {
  const { database, db, vault, blobs } = product.services;
  return { database, db, vault, blobs, clock, timeZone: letterTimeZone, printer };
};

export const printWith = (world: World, printer: LetterPrinter): Promise<readonly string[]> =>
  printLetters(letterDesk(world, printer));

/** A printer into a folder that is there until the test ends. */
export const folderPrinter = (): LetterPrinter => fileDrop(testFolder());

export const printed = (world: World) => printWith(world, folderPrinter());

/** The file that a line of the command names. */
export const printedFile = (line: string | undefined): Promise<PDFDocument> =>
  PDFDocument.load(readFileSync(line?.split(': ')[1] ?? ''));
