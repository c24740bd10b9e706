import { describe, expect, it } from 'vitest';
import { sha256 } from '#shared/base/kernel/ids.ts';
import { unavailable, validation } from '#shared/base/kernel/errors.ts';
import { keysOf } from '#shared/documents/invoices/batch/keys.ts';
import { presentBatch } from '#shared/documents/invoices/batch/present.ts';
import { type Outcome, runBatch } from '#shared/documents/invoices/batch/run.ts';
import type { DocumentBody } from '#shared/documents/invoices/input.ts';
import type { Company } from '#shared/model/company.ts';
import type { Actor } from '#shared/platform/access/model.ts';
import { refusalOf } from '#shared/platform/lambda/endpoint/steps/answer-errors.ts';

describe('the keys of a batch', () => {
  const long = 'k'.repeat(254);
  it.each([
    ['own ones', [{ idempotencyKey: 'a' }, { idempotencyKey: ' b ' }], undefined, ['a', 'b']],
    ['own ones before the header', [{ idempotencyKey: 'a' }, {}], 'h', ['a', 'h/1']],
    ['empty ones count as missing', [{ idempotencyKey: '' }, { idempotencyKey: null }], 'h', ['h/0', 'h/1']],
    ['a long header', [{}], long, [`${sha256(long)}/0`]],
  ])('%s', (_, documents, header, expected) => expect(keysOf(documents, header)).toEqual(expected));

  it.each([
    ['one that is no text', [{ idempotencyKey: 42 }], 'h', ['invoices.0.idempotencyKey']],
    ['none', [{ idempotencyKey: 'a' }, {}], undefined, ['invoices.1.idempotencyKey']],
    ['equal ones', [{ idempotencyKey: 'h/1' }, {}], 'h', ['invoices.1.idempotencyKey']],
  ])('refuses %s', (_, documents, header, fields) => {
    expect(() => keysOf(documents, header)).toThrow(
      expect.objectContaining({
        status: 422,
        details: Object.fromEntries(fields.map(field => [field, expect.anything()])),
      }) as Error,
    );
  });
});

describe('the time of a batch', () => {
  it('begins nothing after 20 seconds: the documents that are left are 503', async () => {
    const body = {} as DocumentBody;
    let seconds = 0;
    const clock = () => 1_000 * (seconds += 21);
    const invalid = validation('No.', { lines: ['are required'] });
    const outcomes = await runBatch({
      company: {} as Company,
      by: {} as Actor,
      bodies: [body, invalid, body],
      issues: false,
      clock,
    });
    expect(outcomes.map(({ error }) => (error as { status: number }).status)).toEqual([503, 422, 503]);
    expect(outcomes.every(({ stored }) => stored === undefined)).toBe(true);
  });
});

describe('the answer of a batch', () => {
  const nothingMade = () => Promise.reject(new Error('No document was made.'));
  const present = (outcomes: Outcome[]) => presentBatch(outcomes, refusalOf, nothingMade);

  it('is not kept while something may be done by a repetition', async () => {
    const refused = { error: validation('No.', { lines: ['are required'] }) };
    expect((await present([refused])).isDone).toBe(true);
    expect((await present([refused, { error: unavailable('Later.', { retryAfter: 1 }) }])).isDone).toBe(false);
  });

  it('names at most 50 fields of a document', async () => {
    const fields = Object.fromEntries(Array.from({ length: 80 }, (_, line) => [`lines.${line}.quantity`, ['is required']]));
    const { body } = await present([{ error: validation('No.', fields) }]);
    expect(Object.keys(body.results[0]?.error?.details ?? {})).toHaveLength(50);
  });
});
