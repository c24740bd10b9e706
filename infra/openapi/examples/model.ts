/** The recorded request and answers of an operation. */
export interface OperationExamples {
  /** The JSON body of a request. */
  request?: unknown;
  /** The JSON bodies of answers, by status. */
  responses?: Record<string, unknown>;
}

/** A recorded error: of one cause, in both forms. */
export interface ErrorExample {
  status: number;
  /** The operation that gave it. */
  operation: string;
  /** The body as `application/json`. */
  value: unknown;
  /** The body as `application/problem+json`. */
  problem: unknown;
}

/** All recorded examples (`npm run examples`). */
export interface Examples {
  /** By area, then by operation id. */
  operations: Record<string, Record<string, OperationExamples>>;
  /** By cause: the code, with the reason where it has one. */
  errors: Record<string, ErrorExample>;
  /** The bodies of events, by name. */
  events: Record<string, unknown>;
}
