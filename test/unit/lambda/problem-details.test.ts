import { describe, expect, test } from 'vitest';
import { openApiDocument } from '../../../infra/openapi/document.ts';
import { conflict, invalidFields, Problem, type ProblemCode, rateLimited, STATUS_OF } from '#shared/base/kernel/errors.ts';
import { answer, problemAnswer } from '#shared/platform/lambda/endpoint/answer.ts';
import { problemType, withProblemDetails } from '#shared/platform/lambda/endpoint/conventions/problem-details.ts';
import { eventOf } from './event.ts';

const asked = (accept?: string) => eventOf({ headers: accept === undefined ? {} : { accept } });
const CONFLICT = problemAnswer(conflict('Taken.', { reason: 'cui_taken' }));
const PREFERRED = 'application/problem+json';

describe('the format of an error', () => {
  test.each([
    [undefined, false],
    ['', false],
    ['*/*', false],
    ['application/json', false],
    ['text/html', false],
    ['application/*', false],
    ['application/json, application/problem+json', false],
    ['application/json, application/problem+json;q=0.9', false],
    ['application/problem+json;q=0', false],
    ['application/problem+json', true],
    ['Application/Problem+JSON', true],
    ['application/problem+json, application/json', true],
    ['application/json;q=0.9, application/problem+json', true],
    ['application/problem+json, */*', true],
    ['*/*, application/problem+json', true],
    ['text/html, application/problem+json;q=0.1', true],
  ])('Accept: %s → problem details: %s', (accept, problem) => {
    const given = withProblemDetails(asked(accept), CONFLICT);
    if (problem) expect(given.headers['content-type']).toBe('application/problem+json');
    else expect(given).toBe(CONFLICT);
  });

  test('responses that are no errors of the contract are unchanged', () => {
    for (const one of [
      answer(200, { error: 'x' }),
      answer(503, { status: 'degraded' }),
      answer(404, undefined),
      answer(400, 'text'),
    ])
      expect(withProblemDetails(asked(PREFERRED), one)).toBe(one);
  });

  test('an error whose status is among the `responses` of the endpoint keeps the format that it has there', () => {
    const own = problemAnswer(conflict('Taken.'));
    expect(withProblemDetails(asked(PREFERRED), own, { 200: null, 409: null })).toBe(own);
    expect(withProblemDetails(asked(PREFERRED), own, { 200: null })).not.toBe(own);
  });

  test('a request without headers gets the format of the contract', () => {
    const { headers: _, ...bare } = asked();
    expect(withProblemDetails(bare, CONFLICT)).toBe(CONFLICT);
  });
});

describe('problem details', () => {
  const body = (problem: Problem) => withProblemDetails(asked(PREFERRED), problemAnswer(problem)).body;

  test.each(Object.keys(STATUS_OF) as ProblemCode[])('%s has the title of its status', code => {
    const { title } = body(new Problem(code, 'Refused.')) as { title: string };
    expect(title).toMatch(/^[A-Z][A-Za-z ]+$/);
    expect(title).not.toContain('Status');
  });

  test('have the content of the contract under the names of RFC 9457', () => {
    expect(body(conflict('Taken.', { reason: 'cui_taken' }))).toEqual({
      ...{ type: '/openapi.json#/components/responses/Error409', title: 'Conflict', status: 409, detail: 'Taken.' },
      ...{ instance: 'urn:x-request-id:request', code: 'conflict', details: { reason: 'cui_taken' } },
    });
    expect(body(invalidFields({ name: ['is missing'] }))).toMatchObject({
      code: 'validation_error',
      details: { name: ['is missing'] },
    });
    expect(body(new Problem('not_found', 'Gone.'))).not.toHaveProperty('details');
  });

  test('of a 429 have the code that its other format leaves out, and keep the headers', () => {
    const { body: limited, headers } = withProblemDetails(
      asked(PREFERRED),
      problemAnswer(rateLimited('Slow down.', 42, { retryAfter: 42 })),
    );
    expect(limited).toMatchObject({ status: 429, detail: 'Slow down.', code: 'rate_limited', details: { retryAfter: 42 } });
    expect(headers['retry-after']).toBe('42');
    expect(body(rateLimited('Slow down.', 1))).not.toHaveProperty('details');
  });

  test('have a type that the OpenAPI document describes, for every error of an operation', async () => {
    const document = (await openApiDocument([], { serverUrl: 'https://api.example' })) as {
      components: { responses: Record<string, { description: string }> };
    };
    for (const [code, status] of Object.entries(STATUS_OF) as [ProblemCode, number][]) {
      if (code === 'method_not_allowed') {
        expect(problemType(status)).toBe('about:blank');
        continue;
      }
      const name = /^\/openapi\.json#\/components\/responses\/(\w+)$/.exec(problemType(status))?.[1] ?? '';
      expect(document.components.responses[name]?.description, code).toBeTruthy();
    }
  });
});
