import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

/** Consumers that no fault test interrupts, and why. */
const EXCLUDED: Record<string, string> = {
  'workers-audit-sample': 'Reads and logs only: a repetition finds the same.',
  'workers-compact-list': 'Makes a file that only saves reads: lists are right without it (unit/lists).',
  'workers-complete-conversion': 'completeConversion, with a death at each step: api/delivery-notes/bulk-convert.long.test.ts',
  'workers-hand-out-unhurried': 'The code of workers-hand-out-background, fed by another queue.',
  'workers-run-schematron': 'Answers its caller and writes nothing.',
  'workers-send-notice-email': 'The code of workers-send-email, fed by another queue.',
  'schedules-measure-backlog': 'Reads and logs only.',
  'schedules-rotate-token-keys': 'A death after each step: api/schedules/rotate-token-keys.test.ts',
  'tasks-print-page': 'Answers its caller and writes nothing; that it dies: unit/pdf/printer.test.ts',
  'tasks-record-failed-upload': 'One conditional transaction, which the state machine repeats.',
  'tasks-record-no-answer': 'One conditional transaction, which the state machine repeats.',
};

it('each consumer is interrupted by a fault test, or excluded with a reason', () => {
  // Without the table above, which names consumers too.
  const interrupting = readdirSync('test/faults').map(
    file => readFileSync(join('test/faults', file), 'utf8').split('EXCLUDED: Record')[0] ?? '',
  );
  const consumers = ['workers', 'schedules', 'tasks'].flatMap(folder =>
    readdirSync(join('functions', folder)).map(file => `${folder}-${file.replace('.ts', '')}`),
  );
  const uncovered = consumers.filter(name => !interrupting.some(text => text.includes(`'${name}'`)));
  expect(uncovered.toSorted()).toEqual(Object.keys(EXCLUDED).toSorted());
});
