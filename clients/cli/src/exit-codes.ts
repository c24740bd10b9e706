import { ApiError } from '../../typescript/src/index.ts';

/** What a script learns from the exit code. */
export const EXIT = {
  done: 0,
  /** The service refused a request, or could not be reached. */
  failed: 1,
  /** Wrong arguments, or a file that cannot be read. */
  usage: 2,
  /** No login, or one that has ended. */
  login: 3,
  /** The document was rejected, or nothing was decided in time. */
  undecided: 4,
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

/** The exit code and the lines to print for an error. */
export function outcomeOf(error: unknown): { exitCode: number; lines: string[] } {
  if (error instanceof CommandFailed) return { exitCode: error.exitCode, lines: [error.message] };
  if (!(error instanceof ApiError)) return { exitCode: EXIT.failed, lines: [plainMessage(error)] };
  const exitCode = error.status === 401 ? EXIT.login : EXIT.failed;
  return {
    exitCode,
    lines: [error.message, ...fieldsOf(error.details), `(${error.code}, request ${error.requestId ?? 'unknown'})`],
  };
}

/** `lines.0.quantity: must be greater than 0`. */
const fieldsOf = (details: Record<string, unknown>): string[] =>
  Object.entries(details).flatMap(([field, messages]) =>
    Array.isArray(messages) && messages.every(one => typeof one === 'string') ? messages.map(one => `  ${field}: ${one}`) : [],
  );

/** The message of an error. That of a failed `fetch` is in its cause, such as `connect ECONNREFUSED 127.0.0.1:3000`. */
function plainMessage(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { cause, message } = error;
  return error instanceof TypeError && cause instanceof Error ? `The service cannot be reached: ${causeOf(cause)}` : message;
}

/** An attempt by several addresses has no message of its own. */
const causeOf = (cause: Error): string => {
  const [first] = cause instanceof AggregateError ? (cause.errors as Error[]) : [];
  return first?.message ?? cause.message;
};
