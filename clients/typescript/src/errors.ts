/** An error answer of the service. Its fields are those of the error body; `docs/errors.md` lists codes and reasons. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly status: number;
  /** `validation_error`, `not_found`, …; `rate_limited` for 429. */
  readonly code: string;
  /** Fields with their messages, a reason, or what else belongs to the code. */
  readonly details: Record<string, unknown>;
  /** To be quoted when asking the operator of the service: it is in every line of the log. */
  readonly requestId: string | undefined;
  /** In how many seconds the request may be sent again, where the service says so (429, 503). */
  readonly retryAfter: number | undefined;

  constructor(response: Pick<Response, 'status' | 'headers'>, body: unknown) {
    const { error } = (typeof body === 'object' && body !== null ? body : {}) as { error?: unknown };
    const given = (typeof error === 'object' && error !== null ? error : {}) as Partial<ApiError>;
    const message = given.message ?? (typeof error === 'string' ? error : `The service answered ${response.status}.`);
    super(message);
    this.status = response.status;
    this.code = given.code ?? (response.status === 429 ? 'rate_limited' : 'unknown');
    this.details = given.details ?? {};
    this.requestId = response.headers.get('x-request-id') ?? undefined;
    this.retryAfter = secondsOf(response.headers.get('retry-after'));
  }
}

/** `Retry-After` in seconds. The service sends whole ones. */
export const secondsOf = (value: string | null): number | undefined =>
  value !== null && /^\d{1,6}$/.test(value) ? Number(value) : undefined;

interface Answered<T> {
  data?: T;
  error?: unknown;
  response: Response;
}

/** The body of a successful answer. @throws ApiError for any other */
export async function ok<T>(sent: Promise<Answered<T>>): Promise<T> {
  const { data, error, response } = await sent;
  if (!response.ok) throw new ApiError(response, error);
  return data as T;
}
