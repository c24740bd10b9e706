import { AsyncLocalStorage } from 'node:async_hooks';
import type { SecurityEvent } from '#shared/base/vocabulary/security-events.ts';
import { sourceStack } from './source-stack.ts';

/**
 * Structured log on standard output, one JSON object per line, as CloudWatch Logs expects. Only the given fields are written, never
 * headers, bodies or query values, so that no secret is logged by accident.
 *
 * Every line also carries the fields of the run it belongs to (`withLogFields`): `requestId`, `function`, `companyId`,
 * `organizationId`, `userId`, `apiTokenId`.
 */
export type LogFields = Record<string, string | number | boolean | null | undefined>;

let sink: (line: string) => void = line => void process.stdout.write(`${line}\n`);

/** Replaces standard output as the destination of log lines. */
export function setLogSink(write: (line: string) => void): void {
  sink = write;
}

const context = new AsyncLocalStorage<LogFields>();

/**
 * Runs a function whose log lines get these fields in addition to those of the enclosing run. Concurrent runs have separate fields.
 */
export const withLogFields = <T>(fields: LogFields, run: () => T): T => context.run({ ...context.getStore(), ...fields }, run);

/** Adds fields that become known during a run, such as the caller, to its further log lines. */
export function addLogFields(fields: LogFields): void {
  const store = context.getStore();
  if (store) Object.assign(store, fields);
}

/** Id of the company, else of the user, for which the current run is done; undefined for neither. */
export function subjectOfRun(): string | undefined {
  const { companyId, userId } = context.getStore() ?? {};
  const subject = companyId ?? userId;
  return typeof subject === 'string' ? subject : undefined;
}

/** A Romanian personal identification number (CNP): a digit for century and sex, date of birth, six digits. */
const PERSONAL_NUMBER = /\b[1-9]\d\d(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])\d{6}\b/g;

/** Masks personal numbers in a text: error messages may quote user input. */
const masked = (text: string): string => text.replace(PERSONAL_NUMBER, '*************');

const write = (level: 'INFO' | 'WARN' | 'ERROR', message: string, fields: LogFields): void =>
  sink(
    JSON.stringify({ level, message, ...context.getStore(), ...fields }, (_, value: unknown) =>
      typeof value === 'string' ? masked(value) : value,
    ),
  );

export const log = {
  info: (message: string, fields: LogFields = {}): void => write('INFO', message, fields),
  warn: (message: string, fields: LogFields = {}): void => write('WARN', message, fields),
  /** Logs an internal error with its name, message, stack and cause. */
  error: (message: string, error: unknown, fields: LogFields = {}): void =>
    write('ERROR', message, { ...fields, ...describe(error) }),
};

/** Fields of a security event besides those of its run: only ids and fixed values, never user input, addresses or names. */
export interface SecurityFields extends LogFields {
  /** HTTP status of the response. */
  status?: number;
  /** `reason` of the error response (docs/errors.md). */
  reason?: string | undefined;
  /** Id of the record in the path, or of the created record. */
  targetId?: string | undefined;
  /** Id of the company that the request names, when access to it was refused. */
  namedCompanyId?: string | undefined;
  userId?: string | undefined;
  organizationId?: string | undefined;
  sessionId?: string | undefined;
}

/** Logs a security event: a line `security` with the fields of the run, at level INFO if `done`, WARN if `refused`. */
export function logSecurityEvent(event: SecurityEvent, outcome: 'done' | 'refused', fields: SecurityFields = {}): void {
  log[outcome === 'done' ? 'info' : 'warn']('security', { event, outcome, ...fields });
}

function describe(error: unknown): LogFields {
  if (!(error instanceof Error)) return { error: String(error) };
  const cause = error.cause instanceof Error ? `${error.cause.name}: ${error.cause.message}` : undefined;
  return { error: error.name, errorMessage: error.message, stack: error.stack && sourceStack(error.stack), cause };
}
