// Reads the files of one lender folder. A mistake in a file becomes one sentence that names the file, the field and the fix.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { z } from 'zod';
import { issueSentence } from './issue-sentence.ts';

/** A mistake in a lender's file. The message is one sentence for the person who edits the file. */
export class LenderFileError extends Error {
  override readonly name = 'LenderFileError';

  constructor(file: string, mistake: string) {
    super(`${file}: ${mistake}`);
  }
}

/** Stops with a mistake in a file, a sentence for the person who edits it. */
export type Refuse = (file: string, mistake: string) => never;

/** The files of one lender. Sentences name them as people know them: lender/policy/programs.json. */
export class LenderFiles {
  readonly #directory: string;
  readonly #policy: string | ReadonlyMap<string, string> | undefined;
  /** Every JSON file read so far, in order and without its formatting; the policy's digest covers it, and it is kept. */
  readonly contents: { readonly file: string; readonly json: string }[] = [];

  /** `policy` takes the place of the lender's own folder `policy`: another folder, or the files' texts by name. */
  constructor(directory: string, policy?: string | ReadonlyMap<string, string>) {
    this.#directory = path.resolve(directory);
    this.#policy = policy;
  }

  readonly refuse: Refuse = (file, mistake) => {
    throw new LenderFileError(`${path.basename(this.#directory)}/${file}`, mistake);
  };

  refuseIf(file: string, mistake: string | undefined): void {
    if (mistake !== undefined) this.refuse(file, mistake);
  }

  #content(file: string): string | undefined {
    const ofPolicy = this.#policy === undefined ? undefined : /^policy\/(.+)$/.exec(file)?.[1];
    if (ofPolicy === undefined) return readFileSync(path.join(this.#directory, file), 'utf8');
    return typeof this.#policy === 'string'
      ? readFileSync(path.join(this.#policy, ofPolicy), 'utf8')
      : this.#policy?.get(ofPolicy);
  }

  text(file: string): string {
    let content: string | undefined;
    try {
      content = this.#content(file);
    } catch {}
    return content ?? this.refuse(file, 'the file is missing or cannot be read.');
  }

  /** Names of the files in a folder that end like this, in alphabetical order. */
  list(folder: string, ending: string): readonly string[] {
    try {
      return readdirSync(path.join(this.#directory, folder))
        .filter((name) => name.endsWith(ending))
        .sort();
    } catch {
      this.refuse(folder, 'the folder is missing or cannot be read.');
    }
  }

  /** The checked content of a JSON file. Throws a LenderFileError for the first mistake in it. */
  read<S extends z.ZodType>(file: string, schema: S): z.output<S> {
    const content = this.text(file);
    let json: unknown;
    try {
      json = JSON.parse(content);
    } catch (error) {
      const detail = (error as Error).message.replace(/\.$/, '').replace(/\s+/g, ' ');
      this.refuse(file, `this is not JSON: ${detail}.`);
    }
    this.contents.push({ file, json: JSON.stringify(json) });
    const parsed = schema.safeParse(json);
    if (parsed.success) return parsed.data;
    const issue = parsed.error.issues[0];
    if (!issue) this.refuse(file, 'the file does not have the expected shape.');
    this.refuse(file, issueSentence(issue, json));
  }

  requireFile(file: string, field: string, target: string): void {
    if (!existsSync(path.join(this.#directory, target)))
      this.refuse(file, `${field} names ${target}, and there is no such file.`);
  }

  requireUnique<T, K extends keyof T & string>(file: string, all: readonly T[], key: K): void {
    const seen = new Map<unknown, number>();
    all.forEach((entry, index) => {
      const first = seen.get(entry[key]);
      if (first !== undefined)
        this.refuse(
          file,
          `[${index}].${key} "${String(entry[key])}" is taken by [${first}]; give each its own.`,
        );
      seen.set(entry[key], index);
    });
  }
}
