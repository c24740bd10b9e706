import { ApiError } from '../../typescript/src/index.ts';

/** What a script learns from the exit code (README.md lists them). */
export const EXIT = {
  done: 0,
  /** The service refused a request. */
  failed: 1,
  /** Wrong arguments, or a file that cannot be read. */
  usage: 2,
  /** No login, or one that is refused or has ended. */
  login: 3,
  /** The document was rejected, or nothing was decided in time. */
  undecided: 4,
  /** There is no such document, client, webhook or company. */
  notFound: 5,
  /** The service cannot be reached, or is busy: the same command may succeed later. */
  unavailable: 6,
} as const;

/** An error whose message says to the person what to do. */
export class CommandFailed extends Error {
  override readonly name = 'CommandFailed';
  readonly exitCode: number;
  constructor(message: string, exitCode: number) {
    super(message);
    this.exitCode = exitCode;
  }
}

/** Exit codes of refusals that are more than refused. */
const CODES: Record<number, number> = {
  401: EXIT.login,
  404: EXIT.notFound,
  ...{ 429: EXIT.unavailable, 502: EXIT.unavailable, 503: EXIT.unavailable, 504: EXIT.unavailable },
};

/** The exit code and the lines to print for an error. */
export function outcomeOf(error: unknown): { exitCode: number; lines: string[] } {
  if (error instanceof CommandFailed) return { exitCode: error.exitCode, lines: [error.message] };
  if (!(error instanceof ApiError)) {
    const cause = networkCause(error);
    if (cause !== undefined) return { exitCode: EXIT.unavailable, lines: [`The service cannot be reached: ${cause}`] };
    return { exitCode: EXIT.failed, lines: [error instanceof Error ? error.message : String(error)] };
  }
  return {
    exitCode: CODES[error.status] ?? EXIT.failed,
    lines: [
      error.message,
      ...fieldsOf(error.details),
      ...waitOf(error),
      `(${error.code}, request ${error.requestId ?? 'unknown'})`,
    ],
  };
}

/** When the service says after how long the command may succeed. */
const waitOf = ({ retryAfter }: ApiError): string[] => (retryAfter === undefined ? [] : [`Try again in ${retryAfter} seconds.`]);

/** `lines.0.quantity: must be greater than 0`. */
const fieldsOf = (details: Record<string, unknown>): string[] =>
  Object.entries(details).flatMap(([field, messages]) =>
    Array.isArray(messages) && messages.every(one => typeof one === 'string') ? messages.map(one => `  ${field}: ${one}`) : [],
  );

/** Why `fetch` failed, such as `connect ECONNREFUSED 127.0.0.1:3000`; undefined for other errors. */
function networkCause(error: unknown): string | undefined {
  if (!(error instanceof TypeError) || !(error.cause instanceof Error)) return undefined;
  const { cause } = error;
  // An attempt by several addresses has no message of its own.
  const [first] = cause instanceof AggregateError ? (cause.errors as Error[]) : [];
  return first?.message ?? cause.message;
}
