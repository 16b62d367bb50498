// Parses a page's content stream: operands (numbers, names, strings, arrays, dictionaries) followed by an operator.

export type Operand =
  | number
  | string
  | { name: string }
  | { bytes: Uint8Array }
  | { list: Operand[] }
  | { dict: Map<string, Operand> };

type Instruction = { operator: string; operands: Operand[] };

const whitespace = new Set([0, 9, 10, 12, 13, 32]);
const delimiters = new Set([...'()<>[]{}/%'].map((character) => character.charCodeAt(0)));
const escapes: Record<string, number> = { n: 10, r: 13, t: 9, b: 8, f: 12 };

export function* instructions(bytes: Uint8Array): Generator<Instruction> {
  let at = 0;
  const code = () => bytes[at] ?? -1;
  const character = () => String.fromCharCode(code());

  function skip(): void {
    while (at < bytes.length) {
      if (whitespace.has(code())) at += 1;
      else if (character() === '%') while (at < bytes.length && code() !== 10 && code() !== 13) at += 1;
      else return;
    }
  }

  function word(): string {
    const start = at;
    while (at < bytes.length && !whitespace.has(code()) && !delimiters.has(code())) at += 1;
    return String.fromCharCode(...bytes.subarray(start, at));
  }

  function literal(): Operand {
    const out: number[] = [];
    let depth = 1;
    at += 1;
    for (; at < bytes.length; at += 1) {
      const here = character();
      if (here === '\\') {
        at += 1;
        const escapeHtml = character();
        const octal = /^[0-7]{1,3}/.exec(String.fromCharCode(...bytes.subarray(at, at + 3)))?.[0];
        if (octal) {
          out.push(Number.parseInt(octal, 8) & 255);
          at += octal.length - 1;
        } else if (escapeHtml === '\r') {
          if (bytes[at + 1] === 10) at += 1;
        } else if (escapeHtml !== '\n') out.push(escapes[escapeHtml] ?? code());
        continue;
      }
      if (here === '(') depth += 1;
      if (here === ')') depth -= 1;
      if (depth === 0) break;
      out.push(code());
    }
    at += 1;
    return { bytes: Uint8Array.from(out) };
  }

  function hexadecimal(): Operand {
    const start = at + 1;
    while (at < bytes.length && character() !== '>') at += 1;
    const digits = String.fromCharCode(...bytes.subarray(start, at)).replace(/\s/g, '');
    at += 1;
    return { bytes: Uint8Array.from(Buffer.from(digits.length % 2 ? `${digits}0` : digits, 'hex')) };
  }

  /** Undefined at the end. An operator is returned as a plain string. */
  function next(): Operand | undefined {
    skip();
    if (at >= bytes.length) return undefined;
    const here = character();
    const following = bytes[at + 1];
    if (here === '(') return literal();
    if (here === '/') {
      at += 1;
      return {
        name: word().replace(/#([0-9a-f]{2})/gi, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16))),
      };
    }
    if (here === '<' && following === 60) {
      at += 2;
      const dict = new Map<string, Operand>();
      for (;;) {
        skip();
        if (at >= bytes.length || character() === '>') break;
        const key = next();
        const value = next();
        if (key === undefined || value === undefined) break;
        if (typeof key === 'object' && 'name' in key) dict.set(key.name, value);
      }
      at += 2;
      return { dict };
    }
    if (here === '<') return hexadecimal();
    if (here === '[') {
      at += 1;
      const list: Operand[] = [];
      for (;;) {
        skip();
        if (at >= bytes.length || character() === ']') break;
        const value = next();
        if (value === undefined) break;
        list.push(value);
      }
      at += 1;
      return { list };
    }
    if (delimiters.has(code())) {
      at += 1;
      return here;
    }
    const found = word();
    const value = Number(found);
    return Number.isNaN(value) ? found : value;
  }

  /** Skips the pixel data of an inline image. */
  function pastInlineImage(): void {
    for (; at < bytes.length; at += 1)
      if (
        character() === 'E' &&
        bytes[at + 1] === 73 &&
        whitespace.has(bytes[at - 1] ?? -1) &&
        (at + 2 >= bytes.length || whitespace.has(bytes[at + 2] ?? -1))
      ) {
        at += 2;
        return;
      }
  }

  let operands: Operand[] = [];
  for (;;) {
    const found = next();
    if (found === undefined) return;
    if (typeof found !== 'string') {
      operands.push(found);
      continue;
    }
    if (found === 'ID') pastInlineImage();
    yield { operator: found, operands };
    operands = [];
  }
}
