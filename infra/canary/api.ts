/** The API of a stage, as any integrator calls it. */

/** A request of the canary that was not answered with success. */
export class Refused extends Error {
  override name = 'Refused';
  /** 0 for no answer. */
  readonly status: number;
  readonly reason: string | undefined;

  constructor(message: string, status: number, reason?: string) {
    super(message);
    this.status = status;
    this.reason = reason;
  }
}

export interface Asked {
  body?: object;
  /** `Idempotency-Key` */
  once?: string;
}

type Method = 'GET' | 'POST' | 'PATCH';

/** Sends a request and returns the body of its answer. @throws Refused */
export type Ask = <T>(method: Method, path: string, asked?: Asked) => Promise<T>;

/** Longer than API Gateway waits for a function. */
const TIMEOUT_MILLIS = 31_000;

interface Failure {
  error?: { message?: string; details?: { reason?: unknown } };
}

/** @param url the address of the API, without `/api/v1` @param company the company of the requests, if they are about one */
export function askAt(url: string, key: string, company?: string): Ask {
  return async <T>(method: Method, path: string, { body, once }: Asked = {}): Promise<T> => {
    const what = `${method} /api/v1${path}`;
    const sent = fetch(`${url}/api/v1${path}`, {
      method,
      redirect: 'error',
      signal: AbortSignal.timeout(TIMEOUT_MILLIS),
      headers: {
        authorization: key,
        ...(company !== undefined && { 'x-company': company }),
        ...(once !== undefined && { 'idempotency-key': once }),
        ...(body && { 'content-type': 'application/json' }),
      },
      ...(body && { body: JSON.stringify(body) }),
    });
    const response = await sent.catch((error: unknown) => {
      const { message, cause } = error as Error;
      throw new Refused(`${what} got no answer: ${cause instanceof Error ? cause.message : message}`, 0);
    });
    const answer = await answerOf(response);
    if (response.ok) return answer as T;
    const { message = '', details } = (answer as Failure | undefined)?.error ?? {};
    const id = response.headers.get('x-request-id');
    const said = `${what} answered ${response.status}: ${message}${id === null ? '' : ` (request ${id})`}`;
    throw new Refused(said, response.status, typeof details?.reason === 'string' ? details.reason : undefined);
  };
}

/** The body; undefined for one that is no JSON, such as that of a gateway before the service. */
async function answerOf(response: Response): Promise<unknown> {
  try {
    return JSON.parse(await response.text());
  } catch {
    return undefined;
  }
}
