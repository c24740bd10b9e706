import { AsyncLocalStorage } from 'node:async_hooks';
import type { SecurityEvent } from '../vocabulary/security-events.ts';
import { sourceStack } from './source-stack.ts';

/**
 * Structured log lines on standard output, one JSON object a line, as CloudWatch Logs reads them. Only what is passed is
 * written: no headers, no bodies, no query values, so that a secret cannot reach a log by accident.
 *
 * Every line also carries the fields of the run it belongs to (`withLogFields`): `requestId`, `function`, `companyId`, `organizationId`, `userId`,
 * `apiTokenId`.
 */
export type LogFields = Record<string, string | number | boolean | null | undefined>;

let sink: (line: string) => void = line => void process.stdout.write(`${line}\n`);

/** Sends log lines elsewhere. */
export function setLogSink(write: (line: string) => void): void {
  sink = write;
}

const context = new AsyncLocalStorage<LogFields>();

/** Runs something whose log lines carry these fields, beside those of the run around it. Runs side by side do not see each other's. */
export const withLogFields = <T>(fields: LogFields, run: () => T): T => context.run({ ...context.getStore(), ...fields }, run);

/** Adds what became known on the way, such as the caller, to all further log lines of the current run. */
export function addLogFields(fields: LogFields): void {
  const store = context.getStore();
  if (store) Object.assign(store, fields);
}

/** For whom the current run is done: the company, else the user; undefined for what is done for nobody in particular. */
export function subjectOfRun(): string | undefined {
  const { companyId, userId } = context.getStore() ?? {};
  const subject = companyId ?? userId;
  return typeof subject === 'string' ? subject : undefined;
}

/** A Romanian personal number: century and sex, date of birth, six digits. */
const PERSONAL_NUMBER = /\b[1-9]\d\d(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])\d{6}\b/g;

/** A text without personal numbers: messages of errors can quote what somebody typed. */
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
  /** An error of ours: its name, message and stack, and those of its causes. */
  error: (message: string, error: unknown, fields: LogFields = {}): void =>
    write('ERROR', message, { ...fields, ...describe(error) }),
};

/** What an event may say beside the fields of its run: ids and words of ours, never what somebody typed, and no address or name. */
export interface SecurityFields extends LogFields {
  /** Status of the answer. */
  status?: number;
  /** The reason that the answer states (docs/errors.md). */
  reason?: string | undefined;
  /** Id of the record that the path names, or that was made. */
  targetId?: string | undefined;
  /** Id of the company that the request names, where that was refused. */
  namedCompanyId?: string | undefined;
  userId?: string | undefined;
  organizationId?: string | undefined;
  sessionId?: string | undefined;
}

/** Writes a security event: a line `security` with the fields of the run, as information when it was done, as a warning when it was refused. */
export function logSecurityEvent(event: SecurityEvent, outcome: 'done' | 'refused', fields: SecurityFields = {}): void {
  log[outcome === 'done' ? 'info' : 'warn']('security', { event, outcome, ...fields });
}

function describe(error: unknown): LogFields {
  if (!(error instanceof Error)) return { error: String(error) };
  const cause = error.cause instanceof Error ? `${error.cause.name}: ${error.cause.message}` : undefined;
  return { error: error.name, errorMessage: error.message, stack: error.stack && sourceStack(error.stack), cause };
}
