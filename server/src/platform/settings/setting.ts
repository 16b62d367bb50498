// What a setting is made of: the shapes that settings share, and their entries in the reference (docs/go-live-reference.md).
import * as z from 'zod';

/** What an operator needs to set a setting. All of it is shown in the reference. */
interface SettingFacts {
  /** Where its value comes from: the place in the vendor’s console, the command that makes it, or whose choice it is. */
  readonly found: string;
  /** A value as it may look. With “…” it shows the beginning of one that cannot be made up; without, it must be valid. */
  readonly example: string;
  /** What does not work without it, or what setting it is good for. */
  readonly neededFor: string;
  /** Values that only tests use, which production refuses. */
  readonly forTests?: RegExp;
  /** Where a wrong value shows, if `npm run vendors:check` cannot try it without changing anything. */
  readonly untested?: string;
  /** The value where it is not set, if that is not the schema’s own default. */
  readonly byDefault?: string;
  /** A secret of vendors that only jobs call. Web processes don't read it, and shouldn't be given it. */
  readonly onlyWorkers?: true;
}

export interface Setting extends SettingFacts {
  readonly description: string;
  /** A secret, best provided as a file, by `NAME_FILE`. */
  readonly secret?: true;
}

const settings = new WeakMap<z.ZodType, Setting>();

const described =
  (kind: Pick<Setting, 'secret'>) =>
  <S extends z.ZodType>(schema: S, description: string, facts: SettingFacts): S => {
    // Several settings may have one schema.
    const own = schema.clone();
    settings.set(own, { description, ...kind, ...facts });
    return own;
  };

/** What the reference has about a setting. Throws for a schema that is none. */
export function describedSetting(schema: z.ZodType): Setting {
  const found = settings.get(schema);
  if (found === undefined) throw new Error('This schema is not a setting.');
  return found;
}

export const setting = described({});
export const secret = described({ secret: true });

export const whole = (from: number, to: number) => {
  const error = `it must be a whole number from ${from} to ${to}`;
  return z.coerce.number({ error }).int({ error }).min(from, { error }).max(to, { error });
};
export const port = whole(0, 65_535);
export const oneOf = <const Words extends readonly [string, ...string[]]>(words: Words) =>
  z.enum(words, { error: `it must be one of ${words.join(', ')}` });
export const text = z.string().min(1);
/** An address of a service, without the slashes that it may end in: paths are put behind it. */
export const address = z
  .url({ protocol: /^https?$/, error: 'it must be an address such as https://vendor.example' })
  .transform((url) => url.replace(/\/+$/, ''));
/** The address of a vendor's service, which rarely needs another one than the vendor's own. */
export const service = (own: string, description: string, facts: Partial<SettingFacts> = {}) =>
  setting(address.default(own), description, {
    found: 'Leave it out',
    example: own,
    neededFor: 'the sandbox',
    ...facts,
  });
/** Places that our pages' policy allows, separated by spaces. Ending in a slash, a source allows everything below it. */
export const sources = z
  .string()
  .trim()
  .refine(
    (value) =>
      value.split(/\s+/).every((one) => URL.canParse(one) && /^https?:\/\/[^/?#]+\/(?:[^?#]*\/)?$/.test(one)),
    'it must be addresses that end in a slash, such as https://vendor.example/folder/, separated by spaces',
  );
