import { describe, expect, it } from 'vitest';
import { gatewayEvent, type HttpRequest, httpAnswer } from '../../../infra/local/gateway/gateway-event.ts';

const request = (overrides: Partial<HttpRequest> = {}): HttpRequest => ({
  method: 'GET',
  url: '/api/v1/invoices/17',
  distinct: { host: ['localhost'] },
  body: Buffer.alloc(0),
  address: '127.0.0.1',
  ...overrides,
});

const event = (overrides: Partial<HttpRequest> = {}) =>
  gatewayEvent(request(overrides), { routeKey: 'GET /api/v1/invoices/{uuid}', params: { uuid: '17' }, requestId: 'r1' });

describe('events of payload format 2.0', () => {
  it('have the route, the raw path and the decoded parameters', () => {
    expect(event()).toMatchObject({
      version: '2.0',
      routeKey: 'GET /api/v1/invoices/{uuid}',
      rawPath: '/api/v1/invoices/17',
      rawQueryString: '',
      pathParameters: { uuid: '17' },
      requestContext: { requestId: 'r1', stage: '$default', http: { method: 'GET', sourceIp: '127.0.0.1' } },
      isBase64Encoded: false,
    });
    expect(event().requestContext.time).toMatch(/^\d\d\/[A-Z][a-z]{2}\/\d{4}:\d\d:\d\d:\d\d \+0000$/);
  });

  it('join repeated query parameters and headers by commas, and leave absent ones out', () => {
    const sent = event({ url: '/x?a=1&b=%C8%99+t&a=2', distinct: { 'x-tag': ['one', 'two'] } });
    expect(sent.rawQueryString).toBe('a=1&b=%C8%99+t&a=2');
    expect(sent.queryStringParameters).toEqual({ a: '1,2', b: 'ș t' });
    expect(sent.headers).toEqual({ 'x-tag': 'one,two' });
    expect(event()).not.toHaveProperty('queryStringParameters');
    expect(event()).not.toHaveProperty('body');
  });

  it('have cookies in a list of their own', () => {
    const sent = event({ distinct: { cookie: ['a=1; b=2', 'c=3'], accept: ['*/*'] } });
    expect(sent.cookies).toEqual(['a=1', 'b=2', 'c=3']);
    expect(sent.headers).toEqual({ accept: '*/*' });
  });

  it.each([
    ['application/json', false],
    ['application/json; charset=utf-8', false],
    ['application/vnd.api+json', false],
    ['text/plain', false],
    ['multipart/form-data; boundary=x', true],
    ['application/x-www-form-urlencoded', true],
    [undefined, true],
  ])('a body of type %s is base64: %s', (type, encoded) => {
    const body = Buffer.from('{"a":"ș"}');
    const sent = event({ body, distinct: type === undefined ? {} : { 'content-type': [type] } });
    expect(sent.isBase64Encoded).toBe(encoded);
    expect(Buffer.from(sent.body ?? '', encoded ? 'base64' : 'utf8')).toEqual(body);
  });

  it('have the first X-Forwarded-For as the client, so that tests can be many clients', () => {
    expect(event({ distinct: { 'x-forwarded-for': ['203.0.113.9, 10.0.0.1'] } }).requestContext.http.sourceIp).toBe(
      '203.0.113.9',
    );
    expect(event({ address: '::ffff:127.0.0.1' }).requestContext.http.sourceIp).toBe('127.0.0.1');
  });
});

describe('responses of functions', () => {
  it('have status, lower-case headers, cookies and decoded bytes', () => {
    const answer = httpAnswer({
      statusCode: 201,
      headers: { 'Content-Type': 'application/pdf', 'X-Count': 3 },
      cookies: ['a=1', 'b=2'],
      body: Buffer.from([0, 255, 128]).toString('base64'),
      isBase64Encoded: true,
    });
    expect(answer.status).toBe(201);
    expect(answer.headers).toEqual({ 'content-type': 'application/pdf', 'x-count': '3', 'set-cookie': ['a=1', 'b=2'] });
    expect([...answer.body]).toEqual([0, 255, 128]);
  });

  it('without a status are the JSON body of a 200', () => {
    expect(httpAnswer({ ok: true })).toMatchObject({ status: 200, body: Buffer.from('{"ok":true}') });
  });
});
