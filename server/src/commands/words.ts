// What operators type: each kind of word is read in one way, whichever command takes it.
import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { type IsoDate, isIsoDate, isoDate } from '#finance/dates.ts';
import { SetupError } from '../platform/failure.ts';
import { refuseWord, type Word } from './command.ts';

/** The day in UTC: what a command that is given no date uses. */
// biome-ignore lint/plugin: a command's own default is today
export const currentDay = (): IsoDate => isoDate(new Date().toISOString().slice(0, 10));

export const text = (shown: string): Word<string> => ({ shown, read: (typed) => typed.trim() });

/** Why, as it is recorded: short, and nothing that breaks a line. */
export const purpose: Word<string> = {
  shown: 'why',
  read: (typed) =>
    typed.length <= 200 && !/\p{C}/u.test(typed) ? typed : refuseWord('Say it in one short line.'),
};

export const oneOf = <const T extends string>(shown: string, choices: readonly T[]): Word<T> => ({
  shown,
  choices,
  read: (typed) => choices.find((one) => one === typed) ?? refuseWord(`It is one of ${choices.join(', ')}.`),
});

/** Several with commas between them. */
export const listOf = <T>(word: Word<T>): Word<readonly T[]> => ({
  shown: `${word.shown},…`,
  read: (typed, env) => typed.split(',').map((one) => word.read(one, env)),
});

export const whole = (shown: string, least: number, most: number): Word<number> => ({
  shown,
  read: (typed) => {
    const number = /^\d+$/.test(typed) ? Number(typed) : Number.NaN;
    return number >= least && number <= most ? number : refuseWord(`It is from ${least} to ${most}.`);
  },
});

export const matching = (shown: string, pattern: RegExp): Word<string> => ({
  shown,
  read: (typed) => (pattern.test(typed) ? typed : refuseWord(`It is ${shown}.`)),
});

/** The value is JSON, or a word. */
export const assignment: Word<readonly [string, unknown]> = {
  shown: 'name=value',
  read: (pair) => {
    const [name = '', ...rest] = pair.split('=');
    const value = rest.join('=').trim();
    if (value === '') refuseWord('It is a name and a value, such as overdrafts=1.');
    try {
      return [name.trim(), JSON.parse(value)];
    } catch {
      return [name.trim(), value];
    }
  },
};

export const day: Word<IsoDate> = {
  shown: 'YYYY-MM-DD',
  read: (typed) => (isIsoDate(typed) ? typed : refuseWord('It is a day written YYYY-MM-DD.')),
};

export const instant: Word<Date> = {
  shown: 'instant',
  read: (typed) => {
    // PostgreSQL writes 2027-01-31 08:00:00+00.
    const [, date, time, zone] =
      /^(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d(?::\d\d(?:\.\d+)?)?) ?(Z|UTC|[+-]\d\d(?::?\d\d)?)$/.exec(typed) ?? [];
    const offset = zone
      ?.replace('UTC', 'Z')
      .replace(/^([+-]\d\d):?(\d\d)?$/, (_, hours, minutes = '00') => `${hours}:${minutes}`);
    const at = new Date(`${date}T${time}${offset}`);
    return !Number.isNaN(at.getTime())
      ? at
      : refuseWord('It is a time with its time zone, such as 2027-01-04T06:00:00Z.');
  },
};

/** From the folder in which npm was called. */
export const typedPath = (typed: string, env: NodeJS.ProcessEnv) => resolve(env.INIT_CWD ?? '.', typed);

export const path = (shown: string): Word<string> => ({ shown, read: typedPath });

/** A file to write, which is not there yet. */
export const newFile: Word<string> = {
  shown: 'new file',
  read: (typed, env) => {
    const file = typedPath(typed, env);
    if (existsSync(file)) throw new SetupError(`${typed} exists already. Name a new file.`);
    return file;
  },
};

export const fileText: Word<string> = {
  shown: 'file',
  read: (typed, env) => {
    try {
      return readFileSync(typedPath(typed, env), 'utf8');
    } catch {
      throw new SetupError(`${typed} cannot be read.`);
    }
  },
};
