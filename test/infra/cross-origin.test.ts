import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { type ApiBody, CORS } from '../../infra/api/api-body.ts';
import { apiCors, webOrigins } from '../../infra/stage/cors.ts';
import { ofType, type StackTemplate, STAGE, synthesise, systemOf, text } from './synthesis.ts';

let templates: StackTemplate[];
beforeAll(async () => {
  templates = synthesise(await systemOf());
});

const APP = 'https://app.test.invoicing.example';
const bodyOf = (): ApiBody => ofType(templates, 'AWS::ApiGatewayV2::Api')[0]?.Properties['Body'] as ApiBody;

describe('pages of the web application may call a stage from their own origin', () => {
  it('API Gateway answers preflights of appUrl, and of no other origin', () => {
    expect(bodyOf()[CORS]).toEqual(apiCors([APP]));
    expect(bodyOf()[CORS]).toMatchObject({ allowOrigins: [APP], allowCredentials: false });
  });

  it('preflights allow every method of a route', () => {
    const routed = Object.values(bodyOf().paths).flatMap(methods => Object.keys(methods));
    const methods = new Set(routed.filter(name => !name.startsWith('x-')).map(name => name.toUpperCase()));
    expect([...methods].toSorted()).toEqual(bodyOf()[CORS].allowMethods.toSorted());
  });

  it('the bucket of uploads accepts forms of appUrl, that of documents serves redirected requests, whose origin is `null`; other buckets have no CORS', () => {
    const allowed = ({ Properties }: (typeof buckets)[number]) => {
      const { CorsRules = [] } = (Properties['CorsConfiguration'] ?? {}) as { CorsRules?: Record<string, unknown>[] };
      return CorsRules.map(rule => [rule['AllowedMethods'], rule['AllowedOrigins']]);
    };
    const expected = { documents: [[['GET'], ['*']]], uploads: [[['POST'], [APP]]] };
    const buckets = ofType(templates, 'AWS::S3::Bucket');
    for (const bucket of buckets) {
      const [, use] =
        Object.entries(expected).find(([name]) => text(bucket.Properties['BucketName']).includes(`invoicing-${name}`)) ?? [];
      expect(allowed(bucket)).toEqual(use ?? []);
    }
  });

  it('the allowed origins are appUrl and the addresses where passkeys are used, each once and without a path', () => {
    const passkeys = { domain: 'x.example', origins: ['https://x.example', 'https://app.x.example'] };
    const apiUrl = 'https://api.x.example';
    expect(webOrigins({ apiUrl, appUrl: 'https://app.x.example/start', passkeys })).toEqual([
      'https://app.x.example',
      'https://x.example',
    ]);
    // Without a web application, the pages are those of the service.
    expect(webOrigins({ apiUrl })).toEqual([apiUrl]);
    expect(webOrigins(STAGE)).toEqual([APP]);
  });
});

describe('the headers of CORS are those that the code reads and writes', () => {
  const root = join(import.meta.dirname, '..', '..');
  const code = globSync(['functions/**/*.ts', 'shared/**/*.ts'], { cwd: root }).map(file =>
    readFileSync(join(root, file), 'utf8'),
  );
  const found = (form: RegExp): string[] =>
    [...new Set(code.flatMap(source => [...source.matchAll(form)].map(([, name]) => name ?? '')))].toSorted();

  it('a browser may send every header that endpoints read, except those that browsers set themselves', () => {
    const read = found(/\bheader\((?:event|request), '([a-z-]+)'\)/g);
    expect(read).toContain('x-company');
    const own = ['accept', 'user-agent', 'content-encoding'];
    expect(read.filter(name => !own.includes(name))).toEqual(apiCors([]).allowHeaders.toSorted());
  });

  it('a script may read every header of our own that responses have', () => {
    const written = found(/'(x-(?!amz)[a-z-]+|ratelimit[a-z-]*|retry-after|idempotent-replayed|content-disposition)': /g);
    expect(written).toEqual(expect.arrayContaining(['x-request-id', 'ratelimit-policy', 'retry-after']));
    const forBrowsers = ['x-content-type-options'];
    expect(written.filter(name => ![...apiCors([]).exposeHeaders, ...forBrowsers].includes(name))).toEqual([]);
  });
});
