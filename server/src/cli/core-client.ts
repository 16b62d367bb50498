// Calls a core system as the product does, and compares its responses with the interface: for `npm run core:check`.
import { randomUUID } from 'node:crypto';
import type { ZodType } from 'zod';
import { type CallName, coreCalls, coreRefusals, type ResponseOf } from '../vendors/core-api.ts';

type RefusalName = keyof typeof coreRefusals;

interface Sent {
  readonly loanId?: string;
  readonly caseId?: string;
  readonly query?: Readonly<Record<string, string>>;
  readonly json?: object | undefined;
  /** A new key unless one is given; null for none. */
  readonly key?: string | null;
  /** The right one unless another is given; null for none. */
  readonly apiKey?: string | null;
}

interface CoreResponse {
  readonly status: number;
  /** Undefined if it is not JSON. */
  readonly body: unknown;
}

/** `ok` and `refused` throw an Error that begins with `about` unless the response matches the interface. */
export interface CoreClient {
  send(name: CallName, sent: Sent): Promise<CoreResponse>;
  ok<N extends CallName>(name: N, sent: Sent, about?: string): Promise<ResponseOf<N>>;
  /** Resolves to the refusal's body. */
  refused(name: CallName, refusal: RefusalName, sent: Sent, about?: string): Promise<object>;
}

const patienceMs = 15_000;

export function coreClient(settings: { readonly url: string; readonly apiKey: string }): CoreClient {
  async function send(
    name: CallName,
    { loanId = '', caseId = '', query = {}, json, key = randomUUID(), apiKey = settings.apiKey }: Sent,
  ): Promise<CoreResponse> {
    const { method, path, isKeyed } = coreCalls[name];
    const filled = path
      .replace('{loanId}', encodeURIComponent(loanId))
      .replace('{caseId}', encodeURIComponent(caseId));
    const url = new URL(`${settings.url}${filled}`);
    url.search = new URLSearchParams(query).toString();
    const response = await fetch(url, {
      method,
      redirect: 'manual',
      headers: {
        accept: 'application/json',
        ...(json === undefined ? {} : { 'content-type': 'application/json' }),
        ...(apiKey === null ? {} : { 'x-api-key': apiKey }),
        ...(isKeyed && key !== null ? { 'idempotency-key': key } : {}),
      },
      signal: AbortSignal.timeout(patienceMs),
      ...(json === undefined ? {} : { body: JSON.stringify(json) }),
    });
    return { status: response.status, body: await response.json().catch(() => undefined) };
  }
  return {
    send,
    async ok<N extends CallName>(name: N, sent: Sent, about?: string) {
      const { status, response } = coreCalls[name];
      return expectResponse(await send(name, sent), status, response as ZodType<ResponseOf<N>>, about);
    },
    async refused(name, refusal, sent, about) {
      const { status, body } = coreRefusals[refusal];
      return expectResponse(await send(name, sent), status, body as ZodType<object>, about);
    },
  };
}

function expectResponse<T>(
  { status, body }: CoreResponse,
  wanted: number,
  schema: ZodType<T>,
  about = '',
): T {
  const prefix = about && `${about}: `;
  if (status !== wanted) throw new Error(`${prefix}answered ${status}, not ${wanted}`);
  const read = schema.safeParse(body);
  if (read.success) return read.data;
  const [issue] = read.error.issues;
  throw new Error(`${prefix}its answer is wrong at ${issue?.path.join('.') || 'the top'}: ${issue?.message}`);
}

/** The body without each of its fields in turn, at any depth; for a list, without each field of its first entry. */
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
