import { describe, expect, test } from 'vitest';
import { Answer, answer, file, gatewayAnswer, problemAnswer, redirect } from '#shared/platform/lambda/endpoint/answer.ts';
import { asAnswer } from '#shared/platform/lambda/endpoint/steps/answer-errors.ts';
import {
  badRequest,
  conflict,
  forbidden,
  gone,
  invalidFields,
  notConfigured,
  notFound,
  planLimit,
  Problem,
  type ProblemCode,
  rateLimited,
  STATUS_OF,
  unauthorized,
  unavailable,
} from '#shared/base/kernel/errors.ts';

const told = (problem: Problem) => {
  const { statusCode, headers, body } = gatewayAnswer(problemAnswer(problem));
  return { status: statusCode, retryAfter: headers?.['retry-after'], body: JSON.parse(body ?? '') as unknown };
};

describe('the response to an error', () => {
  test.each<[Problem, number, object]>([
    [badRequest('No.'), 400, { code: 'bad_request', message: 'No.' }],
    [badRequest('No.', { a: ['b'] }), 400, { code: 'bad_request', message: 'No.', details: { a: ['b'] } }],
    [unauthorized(), 401, { code: 'unauthorized', message: 'Missing or invalid authentication token.' }],
    [
      planLimit('maxCompanies', 1, 'freemium'),
      402,
      {
        code: 'plan_limit',
        message: 'The plan freemium allows 1 (maxCompanies).',
        details: { feature: 'maxCompanies', limit: 1, plan: 'freemium' },
      },
    ],
    [
      planLimit('paymentLinks', null, 'starter'),
      402,
      {
        code: 'plan_limit',
        message: 'paymentLinks is not in the plan starter.',
        details: { feature: 'paymentLinks', limit: null, plan: 'starter' },
      },
    ],
    [
      forbidden('permission', 'No.', { permission: 'invoice.view' }),
      403,
      { code: 'forbidden', message: 'No.', details: { reason: 'permission', permission: 'invoice.view' } },
    ],
    [notFound('Invoice'), 404, { code: 'not_found', message: 'Invoice not found.' }],
    [conflict('Taken.', { reason: 'cui_taken' }), 409, { code: 'conflict', message: 'Taken.', details: { reason: 'cui_taken' } }],
    [gone('Too late.'), 410, { code: 'gone', message: 'Too late.' }],
    [
      invalidFields({ 'lines.0.quantity': ['must be a number'] }),
      422,
      {
        code: 'validation_error',
        message: 'Invalid: lines.0.quantity.',
        details: { 'lines.0.quantity': ['must be a number'] },
      },
    ],
  ])('%s → %i in the one envelope', (problem, status, error) => {
    expect(told(problem)).toEqual({ status, retryAfter: undefined, body: { error } });
  });

  test('only 401 has a challenge, with the message as its description in printable ASCII without quotes', () => {
    const challenge = (problem: Problem) => gatewayAnswer(problemAnswer(problem)).headers?.['www-authenticate'];
    expect(challenge(unauthorized('Log in again.'))).toBe('Bearer error="invalid_token", error_description="Log in again."');
    expect(challenge(unauthorized('A "ș" \\ \n.'))).toBe(`Bearer error="invalid_token", error_description="A ''' ' '."`);
    for (const code of Object.keys(STATUS_OF) as ProblemCode[])
      expect(challenge(new Problem(code, 'x')) !== undefined, code).toBe(code === 'unauthorized');
  });

  test('every code has its status', () => {
    for (const [code, status] of Object.entries(STATUS_OF)) {
      expect(new Problem(code as ProblemCode, 'x').status).toBe(status);
      expect(problemAnswer(new Problem(code as ProblemCode, 'x')).status).toBe(status);
    }
  });

  test('only 429 has a text under "error", with Retry-After; for calls to the tax authority it has retryAfter', () => {
    expect(told(rateLimited('Slow down.', 42))).toEqual({ status: 429, retryAfter: '42', body: { error: 'Slow down.' } });
    expect(told(rateLimited('Slow down.', 42, { retryAfter: 42 }))).toEqual({
      status: 429,
      retryAfter: '42',
      body: { error: 'Slow down.', retryAfter: 42 },
    });
  });

  test('503 has Retry-After, unless waiting does not help', () => {
    const error = { code: 'service_unavailable', message: 'Busy.' };
    expect(told(unavailable('Busy.', { retryAfter: 3 }))).toEqual({ status: 503, retryAfter: '3', body: { error } });
    expect(told(notConfigured('Busy.'))).toEqual({ status: 503, retryAfter: undefined, body: { error } });
  });

  test.each([new Error('secret of the table'), new TypeError('x is not a function'), 'text', undefined, { status: 404 }])(
    'any other error (%s) is a 500 that reveals nothing',
    error => {
      expect(asAnswer(error)).toEqual(new Answer(500, { error: { code: 'internal_error', message: 'Internal error.' } }));
    },
  );

  test('the cause of a problem is not revealed', () => {
    const problem = unavailable('Busy.', { retryAfter: 3, cause: new Error('arn:aws:dynamodb:eu-central-1:1:table/x') });
    expect(JSON.stringify(told(problem))).not.toContain('arn:');
  });
});

describe('the response that the gateway gets', () => {
  const COMMON = {
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    'strict-transport-security': 'max-age=31536000',
    'referrer-policy': 'no-referrer',
    'content-security-policy': "frame-ancestors 'none'",
  };

  test('JSON must not be cached, sniffed or framed by browsers', () => {
    expect(gatewayAnswer(answer(201, { a: [1] }))).toEqual({
      statusCode: 201,
      headers: { 'content-type': 'application/json', ...COMMON },
      body: '{"a":[1]}',
    });
  });

  test.each([undefined, null])('has no body for %s', body => {
    expect(gatewayAnswer(answer(204, body))).toEqual({
      statusCode: 204,
      headers: COMMON,
    });
  });

  test('falsy JSON is sent as a body', () => {
    expect(gatewayAnswer(answer(200, 0)).body).toBe('0');
    expect(gatewayAnswer(answer(200, false)).body).toBe('false');
    expect(gatewayAnswer(answer(200, [])).body).toBe('[]');
  });

  test('an endpoint may add headers and replace them', () => {
    const { headers } = gatewayAnswer(answer(200, {}, { 'cache-control': 'private, max-age=86400', 'x-total': '5' }));
    expect(headers).toMatchObject({ 'cache-control': 'private, max-age=86400', 'x-total': '5' });
  });

  test('bytes are sent in base64 with their type and length', () => {
    const bytes = Uint8Array.of(0, 255, 10);
    expect(gatewayAnswer(file(bytes, 'application/pdf', { 'content-disposition': 'inline' }))).toEqual({
      statusCode: 200,
      headers: {
        ...COMMON,
        'content-type': 'application/pdf',
        'content-length': '3',
        'content-disposition': 'inline',
      },
      body: 'AP8K',
      isBase64Encoded: true,
    });
  });

  test('text is sent unchanged, and a redirect has a location and no body', () => {
    expect(gatewayAnswer(answer(200, 'ok', { 'content-type': 'text/plain' })).body).toBe('ok');
    const { statusCode, headers, body } = gatewayAnswer(redirect('https://app.test.example/done'));
    expect([statusCode, headers?.['location'], body]).toEqual([302, 'https://app.test.example/done', undefined]);
  });
});
