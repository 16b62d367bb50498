// Maps a position in a built file to its source. The build stores source maps beside the pages, and no browser gets them.
import { readFile } from 'node:fs/promises';
import { SourceMap } from 'node:module';
import { join } from 'node:path';
import type { SourceFrame } from '../platform/db/tables.ts';

/** `directory` is the built browser side. Each map is read when it is first needed. */
export function sourceMaps(directory: string): (frame: SourceFrame) => Promise<SourceFrame> {
  const maps = new Map<string, Promise<SourceMap | undefined>>();
  const read = async (file: string) => {
    try {
      return new SourceMap(JSON.parse(await readFile(join(directory, 'maps', `${file}.map`), 'utf8')));
    } catch {
      // A browser may still run the files of an earlier release.
      return undefined;
    }
  };
  return async (frame) => {
    const { file } = frame;
    const reading = maps.get(file) ?? read(file);
    maps.set(file, reading);
    const map = await reading;
    // A made-up name takes no memory.
    if (map === undefined) maps.delete(file);
    const found = map?.findEntry(frame.line - 1, frame.column - 1);
    if (found === undefined || !('originalSource' in found)) return frame;
    return {
      file: found.originalSource.replace(/^(?:\.\.\/)+/, ''),
      line: found.originalLine + 1,
      column: found.originalColumn + 1,
    };
  };
}
