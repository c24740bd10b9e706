import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { RawAnswer } from '../matrix/send.ts';
import type { Operation } from './document.ts';
import type { RawRequest } from './raw-http.ts';

/** A response that differs from the document. */
export interface Failure {
  /** The number of the case, from 1. */
  number: number;
  sent: RawRequest;
  answer: RawAnswer;
  violations: string[];
}

/** Longer bodies are written to a file that the command names. */
const LONGEST_SHOWN = 2_000;

const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;

/** The command that sends a request again, to a runtime at `baseUrl`. */
export function curlOf(baseUrl: string, { method, target, headers, body }: RawRequest): string {
  const named = Object.entries(headers).map(([name, value]) => `-H ${quoted(value === '' ? `${name};` : `${name}: ${value}`)}`);
  return [
    'curl -i --path-as-is',
    `-X ${method}`,
    ...named,
    ...(body ? [`--data-binary ${bodyFor(body)}`] : []),
    quoted(baseUrl + target),
  ].join(' ');
}

function bodyFor(body: Buffer): string {
  const text = body.toString();
  const isPlain = body.length <= LONGEST_SHOWN && Buffer.from(text).equals(body) && !text.includes('\0') && !text.startsWith('@');
  if (isPlain) return quoted(text);
  const file = join(mkdtempSync(join(tmpdir(), 'fuzz-case-')), 'body');
  writeFileSync(file, body);
  return `@${file}`;
}

/** The number of failures of an operation that are shown. */
const SHOWN = 3;

/** The text of the error for an operation: the seed that repeats the run, and the first failures of each kind with a command that repeats them. */
export function reportOf(operation: Operation, seed: number, runs: number, baseUrl: string, failures: Failure[]): string {
  const kinds = new Map(failures.toReversed().map(one => [`${one.answer.status} ${one.violations.join()}`, one]));
  const first = [...kinds.values()].toSorted((a, b) => a.number - b.number).slice(0, SHOWN);
  const shown = first.map(({ number, sent, answer, violations }) =>
    [
      `case ${number} of ${runs}: ${violations.join('; ')}`,
      `  answered ${answer.status} ${answer.text.slice(0, 500)}`,
      `  ${curlOf(baseUrl, sent)}`,
    ].join('\n'),
  );
  return [`SEED=${seed} ${operation.title} (${operation.name}): ${failures.length} of ${runs} cases failed.`, ...shown].join(
    '\n',
  );
}
