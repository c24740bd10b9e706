import createClient, { type Client } from 'openapi-fetch';
import { createSession, type Credentials, type Tokens } from './credentials.ts';
import { isRepeatable, nextWait, RETRY_DEFAULTS, type RetryOptions } from './retry.ts';
import type { paths } from './schema.ts';

export interface ClientOptions {
  /** The URL of the service, such as `https://api.example.com`. */
  baseUrl: string;
  /** Without them only public operations can be called. */
  credentials?: Credentials;
  /** The id of the company (`X-Company`) of all requests that name no other. */
  company?: string;
  retry?: RetryOptions;
  /**
   * The longest time for one attempt, its answer included, in milliseconds; 60 seconds by default, 0 for no limit. A request that takes longer
   * counts as a network failure.
   */
  timeout?: number;
  /** Called with the tokens of each login and refresh. */
  onTokens?: (tokens: Tokens) => void;
  /** `fetch` by default. */
  fetch?: (request: Request) => Promise<Response>;
  /** Waits for this many milliseconds; for tests. */
  sleep?: (millis: number) => Promise<void>;
}

export type InvoicingClient = Client<paths>;

/**
 * A client whose methods are `GET`, `POST`, … with the paths of the API; parameters, bodies and answers are typed. It
 * - authenticates, and renews an expired token once,
 * - gives each POST an `Idempotency-Key`, so that a repeated request never does its work twice,
 * - repeats what failed in passing (network, no answer in time, 429, 502, 503, 504), with backoff, and as long as `Retry-After` says.
 */
export function createInvoicingClient(options: ClientOptions): InvoicingClient {
  const { baseUrl, credentials, company, onTokens } = options;
  const send = withRetries(options);
  const session = credentials && createSession({ baseUrl, credentials, send, onTokens });

  const authorized = async (request: Request): Promise<Response> => {
    if (company !== undefined && !request.headers.has('x-company')) request.headers.set('x-company', company);
    if (request.method === 'POST' && isUnderApi(request.url) && !request.headers.has('idempotency-key')) {
      request.headers.set('idempotency-key', crypto.randomUUID());
    }
    if (!session || request.headers.has('authorization')) return send(request);
    const again = request.clone();
    const authorization = await session.authorization();
    request.headers.set('authorization', authorization);
    const response = await send(request);
    if (response.status !== 401 || !(await session.renew(authorization))) return response;
    again.headers.set('authorization', await session.authorization());
    return send(again);
  };
  // Lists in queries are separated by commas, as the document says.
  return createClient<paths>({ baseUrl, fetch: authorized, querySerializer: { array: { style: 'form', explode: false } } });
}

/** Keys are kept for the operations below `/api/v1`. */
const isUnderApi = (url: string): boolean => new URL(url).pathname.startsWith('/api/v1/');

const wait = (millis: number): Promise<void> => new Promise(resolve => setTimeout(resolve, millis));

function withRetries({
  retry,
  timeout = 60_000,
  fetch: send = fetch,
  sleep = wait,
}: ClientOptions): (request: Request) => Promise<Response> {
  const limits = { ...RETRY_DEFAULTS, ...retry };
  const once = inTime(send, timeout);
  return async request => {
    const limit = isRepeatable(request.method, request.headers) ? limits : { ...limits, attempts: 1 };
    for (let made = 1; ; made++) {
      const { response, error } = await attempt(once, request.clone());
      const millis = request.signal.aborted ? undefined : nextWait(response, made, limit, Math.random());
      if (millis === undefined) {
        if (response) return response;
        throw error;
      }
      await response?.body?.cancel();
      await sleep(millis);
    }
  };
}

/** Sends requests that end in time. @throws TypeError, as `fetch` does for network failures, for those that do not */
const inTime =
  (send: (request: Request) => Promise<Response>, timeout: number) =>
  async (request: Request): Promise<Response> => {
    if (timeout === 0) return send(request);
    const end = AbortSignal.timeout(timeout);
    try {
      return await send(new Request(request, { signal: AbortSignal.any([request.signal, end]) }));
    } catch (error) {
      if (!end.aborted || request.signal.aborted) throw error;
      throw new TypeError(`The service has not answered within ${timeout / 1000} seconds.`, { cause: error });
    }
  };

interface Attempt {
  response?: Response;
  error?: unknown;
}

async function attempt(once: (request: Request) => Promise<Response>, request: Request): Promise<Attempt> {
  try {
    return { response: await once(request) };
  } catch (error) {
    return { error };
  }
}
