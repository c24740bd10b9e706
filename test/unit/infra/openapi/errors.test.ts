import { describe, expect, it, test } from 'vitest';
import { reasonsOf } from '../../../../infra/docs/error-table.ts';
import { REMEDY_OF } from '../../../../infra/openapi/remedies.ts';
import { type ProblemCode, STATUS_OF } from '#shared/base/kernel/errors.ts';
import { ERROR_REASONS } from '#shared/base/vocabulary/error-reasons.ts';
import { operationsOf, wholeDocument } from './walk.ts';

/** The errors in the OpenAPI document: what has happened, what to do, and only what applies to the operation. */

const document = await wholeDocument();

// The keys are those of the type: STATUS_OF is a record of all codes.
const CODES = Object.keys(STATUS_OF) as ProblemCode[];
const SENTENCE = /^[A-Z`].{10,}[.]$/;

describe('every error says what has happened and what to do', () => {
  test.each(CODES.filter(code => code !== 'method_not_allowed'))('%s', code => {
    const described = String(document.components.responses[`Error${STATUS_OF[code]}`]?.['description']);
    expect(REMEDY_OF[code]).toMatch(SENTENCE);
    expect(described).toContain(` ${REMEDY_OF[code]}`);
    for (const { reason, meaning, remedy } of reasonsOf(code))
      expect(described).toContain(`\n- \`${reason}\`: ${meaning} ${remedy}`);
  });

  const reasons = CODES.flatMap(code => reasonsOf(code).map(one => ({ ...one, code })));

  test.each(reasons)('$code, $reason', ({ meaning, remedy }) => {
    expect(meaning).toMatch(SENTENCE);
    expect(remedy).toMatch(SENTENCE);
    expect(remedy).not.toBe(meaning);
  });

  it('those are all reasons of the code', () => {
    expect(reasons).toHaveLength(Object.values(ERROR_REASONS).flatMap(group => Object.keys(group)).length);
  });

  it('a remedy names only existing operations', () => {
    const named = reasons.flatMap(({ remedy }) => [...remedy.matchAll(/`(GET|POST|PUT|PATCH|DELETE) (\/[^`]+)`/g)]);
    expect(named.length).toBeGreaterThan(5);
    for (const [text, method = '', path = ''] of named) expect(document.paths[path]?.[method.toLowerCase()], text).toBeDefined();
  });
});

describe('an error with a single cause on an operation describes only that cause', () => {
  const operations = Object.fromEntries(operationsOf(document).map(([, operation]) => [operation.operationId, operation]));
  const described = (operationId: string, status: number): string =>
    String((operations[operationId]?.responses[status] as { description?: string } | undefined)?.description);

  it('a 409 that only `Idempotency-Key` causes', () => {
    expect(described('webhooks-create', 409)).toMatch(/^Only with `Idempotency-Key`.*request_in_progress.*Repeat/);
    expect(described('invoices-issue', 409)).not.toContain('Only with');
  });

  it('a 404 of a path without an id', () => {
    expect(described('members-list', 404)).toMatch(/^The caller is in no organization\./);
  });
});
