/** A small client of the API over HTTP, for the demo and for tests. */
export interface ApiRequest {
  /** `Authorization`: an access token (sent as Bearer), or an API key. */
  token?: string | undefined;
  /** `X-Company`. */
  company?: string | undefined;
  /** Sent as JSON; bytes and text are sent as they are. */
  body?: unknown;
  headers?: Record<string, string>;
  /** `manual` by default, so that a redirect is returned as the response. */
  redirect?: 'manual' | 'follow';
}

export interface ApiAnswer {
  status: number;
  /** Parsed when it is JSON, else the bytes; undefined when there is none. */
  // The shape is the endpoint's; the caller says which one it expects.
  body: unknown;
  headers: Headers;
}

export type Api = (method: string, path: string, request?: ApiRequest) => Promise<ApiAnswer>;

export function apiAt(baseUrl: string): Api {
  return async (method, path, { token, company, body, headers = {}, redirect = 'manual' } = {}) => {
    const raw = typeof body === 'string' || body instanceof Uint8Array || body instanceof FormData;
    const response = await fetch(new URL(path, baseUrl), {
      method,
      redirect,
      headers: {
        ...(token !== undefined && { authorization: token.startsWith('af_') ? token : `Bearer ${token}` }),
        ...(company !== undefined && { 'x-company': company }),
        ...(body !== undefined && !raw && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { body: (raw ? body : JSON.stringify(body)) as string }),
    });
    return { status: response.status, body: await readBody(response), headers: response.headers };
  };
}

async function readBody(response: Response): Promise<unknown> {
  const bytes = Buffer.from(await response.arrayBuffer());
  if (bytes.length === 0) return undefined;
  return /\bjson\b/.test(response.headers.get('content-type') ?? '') ? JSON.parse(bytes.toString()) : bytes;
}

/** A response with another status than expected. */
export class UnexpectedAnswer extends Error {
  readonly answer: ApiAnswer;

  constructor(what: string, answer: ApiAnswer) {
    const said = Buffer.isBuffer(answer.body) ? answer.body.toString() : JSON.stringify(answer.body);
    super(`${what} answered ${answer.status}: ${(said ?? '').slice(0, 1000)}`);
    this.name = 'UnexpectedAnswer';
    this.answer = answer;
  }
}

/** The body of a response with one of these statuses. @param what the step, for the error message @throws UnexpectedAnswer otherwise */
export async function expecting<T = Record<string, unknown>>(
  statuses: number | number[],
  what: string,
  sent: Promise<ApiAnswer>,
): Promise<T> {
  const answer = await sent;
  if (![statuses].flat().includes(answer.status)) throw new UnexpectedAnswer(what, answer);
  return answer.body as T;
}
