// Calls a core system as the product does, but takes any answer: for the checks of `npm run core:check`.
import { randomUUID } from 'node:crypto';
import { coreCalls } from '../vendors/core-api.ts';

export interface CoreAnswer {
  readonly status: number;
  /** Undefined if it is no JSON. */
  readonly body: unknown;
  readonly seconds: number;
}

interface Asked {
  readonly loanId?: string;
  readonly caseId?: string;
  readonly query?: Readonly<Record<string, string>>;
  readonly json?: object;
  /** A key of its own unless one is given; null for none. */
  readonly key?: string | null;
  /** The right one unless another is given; null for none. */
  readonly apiKey?: string | null;
}

export interface CoreClient {
  make(name: keyof typeof coreCalls, asked: Asked): Promise<CoreAnswer>;
}

const patienceMs = 15_000;

export function coreClient(settings: { readonly url: string; readonly apiKey: string }): CoreClient {
  return {
    async make(
      name,
      { loanId = '', caseId = '', query = {}, json, key = randomUUID(), apiKey = settings.apiKey },
    ) {
      const { method, path, isKeyed } = coreCalls[name];
      const filled = path
        .replace('{loanId}', encodeURIComponent(loanId))
        .replace('{caseId}', encodeURIComponent(caseId));
      const url = new URL(`${settings.url}${filled}`);
      url.search = new URLSearchParams(query).toString();
      const begun = performance.now();
      const response = await fetch(url, {
        method,
        headers: {
          accept: 'application/json',
          ...(json === undefined ? {} : { 'content-type': 'application/json' }),
          ...(apiKey === null ? {} : { 'x-api-key': apiKey }),
          ...(isKeyed && key !== null ? { 'idempotency-key': key } : {}),
        },
        signal: AbortSignal.timeout(patienceMs),
        ...(json === undefined ? {} : { body: JSON.stringify(json) }),
      });
      const body = await response.json().catch(() => undefined);
      return { status: response.status, body, seconds: (performance.now() - begun) / 1000 };
    },
  };
}

/** Says what a finding is about. */
export const otherThan = (wrong: string | undefined, about: string): string | undefined =>
  wrong && `${about}: ${wrong}`;

/** The body once without each of its fields, at any depth; of a list, without each field of its first entry. */
export function withoutEach(body: object): readonly { readonly without: string; readonly body: object }[] {
  return Object.entries(body).flatMap(([name, value]) => {
    const { [name]: _, ...rest } = body as Record<string, unknown>;
    const inner: unknown = Array.isArray(value) ? value[0] : value;
    const deeper =
      typeof inner === 'object' && inner !== null
        ? withoutEach(inner).map(({ without, body: lacking }) => ({
            without: `${name}.${without}`,
            body: { ...body, [name]: Array.isArray(value) ? [lacking, ...value.slice(1)] : lacking },
          }))
        : [];
    return [{ without: name, body: rest }, ...deeper];
  });
}
