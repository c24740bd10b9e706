import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import { recordedExamples } from '../../../../infra/openapi/examples/files.ts';
import type { JsonObject } from '../../../../infra/openapi/json.ts';
import { webhooksOf } from '../../../../infra/openapi/webhooks.ts';
import { type ProblemCode, STATUS_OF } from '#shared/base/kernel/errors.ts';
import { PROBLEM_TYPE } from '#shared/platform/lambda/endpoint/conventions/problem-details.ts';
import { ERROR_REASONS } from '#shared/base/vocabulary/error-reasons.ts';
import { NOT_RECORDED } from '../../../support/examples/not-recorded.ts';
import { operationsOf, wholeDocument } from './walk.ts';

/** The examples of the document, which `npm run examples` records from the running system. */

const document = await wholeDocument();
const components = document.components as unknown as Record<'responses' | 'examples', Record<string, JsonObject>>;
const operations = operationsOf(document).map(([, operation]) => operation);
const events = Object.entries(webhooksOf(document) as unknown as Record<string, { post: { requestBody: Body } }>);
const recorded = recordedExamples();

interface Media {
  schema?: JsonObject;
  example?: unknown;
  examples?: Record<string, { $ref?: string; value?: unknown }>;
}
interface Body {
  content?: Record<string, Media>;
}

/** The target of a reference of the document. */
const resolved = <T>(part: T | { $ref: string }): T =>
  typeof part === 'object' && part !== null && '$ref' in part
    ? (part.$ref
        .slice(2)
        .split('/')
        .reduce<unknown>((inner, name) => (inner as JsonObject)[name], document) as T)
    : part;

const valuesOf = ({ example, examples = {} }: Media): unknown[] => [
  ...(example === undefined ? [] : [example]),
  ...Object.values(examples).map(one => (resolved(one) as { value: unknown }).value),
];

/** Every JSON body of the document, with its place. */
const bodies: [place: string, media: Media][] = [
  ...operations.flatMap(({ operationId, requestBody, responses }) =>
    [['request', requestBody] as const, ...Object.entries(responses)].flatMap(([where, part]) =>
      Object.entries((resolved(part) as Body | undefined)?.content ?? {})
        .filter(([type]) => type === 'application/json' || type === PROBLEM_TYPE)
        .map(([type, media]): [string, Media] => [`${operationId} ${where} ${type}`, media]),
    ),
  ),
  ...events.flatMap(([name, { post }]) =>
    Object.values(post.requestBody.content ?? {}).map((media): [string, Media] => [`event ${name}`, media]),
  ),
];

describe('every operation has recorded examples', () => {
  it('for each JSON body of its requests, responses and errors; and so has every event', () => {
    expect(bodies.length).toBeGreaterThan(1_000);
    expect(bodies.filter(([, media]) => valuesOf(media).length === 0).map(([place]) => place)).toEqual([]);
  });

  it('each satisfies its schema', () => {
    const ajv = new Ajv2020({ strict: false, validateFormats: false });
    ajv.addSchema({ $id: 'document', components: { schemas: document.components.schemas } });
    const validators = new Map<string, ValidateFunction>();
    const wrong = bodies.flatMap(([place, media]) => {
      const text = JSON.stringify(media.schema).replaceAll('"#/components', '"document#/components');
      const validate = validators.get(text) ?? ajv.compile(JSON.parse(text) as object);
      validators.set(text, validate);
      return valuesOf(media).flatMap(value => (validate(value) ? [] : [`${place}: ${ajv.errorsText(validate.errors)}`]));
    });
    expect([...new Set(wrong)]).toEqual([]);
  });

  it('every recorded one is in the document: none is left over from a removed operation or event', () => {
    const ids = new Set(operations.map(({ operationId }) => operationId));
    const known = Object.values(recorded.operations).flatMap(ofArea => Object.keys(ofArea));
    expect(known.filter(name => !ids.has(name))).toEqual([]);
    expect(Object.keys(recorded.events)).toEqual(events.map(([name]) => name));
  });
});

describe('errors have an example of each cause', () => {
  const codes = Object.keys(STATUS_OF) as ProblemCode[];
  const causes = [
    ...codes.filter(code => code !== 'method_not_allowed' && !(code === 'forbidden')),
    ...Object.entries(ERROR_REASONS).flatMap(([code, reasons]) => Object.keys(reasons).map(reason => `${code}-${reason}`)),
  ];

  it('except those that cannot be provoked, with the reason why', () => {
    const explained = Object.keys(NOT_RECORDED);
    expect(causes.filter(cause => !(cause in recorded.errors) && !(cause in NOT_RECORDED))).toEqual([]);
    expect(explained.filter(cause => cause in recorded.errors || !causes.includes(cause))).toEqual([]);
  });

  it('in both formats, under the status of its code', () => {
    for (const [cause, { status, value, problem }] of Object.entries(recorded.errors)) {
      const code = cause.replace(/[-.].*/, '') as ProblemCode;
      expect([cause, status]).toEqual([cause, STATUS_OF[code]]);
      expect(problem, cause).toMatchObject({ status, code });
      if (code !== 'rate_limited') expect(value, cause).toMatchObject({ error: { code } });
      expect(Object.keys(components.responses[`Error${status}`] ?? {}), cause).toContain('content');
    }
  });
});

describe('examples contain nothing of the machine that recorded them', () => {
  const texts: [place: string, text: string][] = [];
  const collect = (place: string, value: unknown): void => {
    if (typeof value === 'string') texts.push([place, value]);
    else if (typeof value === 'object' && value !== null)
      for (const [name, inner] of Object.entries(value)) collect(`${place}.${name}`, inner);
  };
  collect('', recorded);
  const found = (pattern: RegExp): string[] =>
    texts.filter(([, text]) => pattern.test(text)).map(([place, text]) => `${place}: ${text}`);

  it('no paths and no addresses of this machine', () => {
    expect(texts.length).toBeGreaterThan(5_000);
    expect(found(/127\.0\.0\.1|localhost:\d|\/(tmp|home|root|dev\/shm|work|Users)\//)).toEqual([]);
  });

  it('no secrets that look real: no tokens, no keys, no digests that do not repeat four digits', () => {
    expect(found(/eyJ[\w-]+\.eyJ/)).toEqual([]);
    expect(found(/[0-9a-f]{32}/i).filter(one => !/([0-9a-f]{4})\1{7}/i.test(one))).toEqual([]);
    const repeats = /EXAMPLE2EXAMPLE2|(\w{4})\1{3}/;
    expect(found(/\b[A-Z2-7]{32}\b/).filter(one => !repeats.test(one))).toEqual([]);
    // Base64 of 30 bytes and more, but for the picture of one pixel.
    const isBase64 = /(?<![\w+/=-])(?=[\w+/-]*[A-Z])(?=[\w+/-]*[a-z])(?=[\w+/-]*\d)[\w+/-]{40,}/;
    expect(found(isBase64).filter(one => !one.includes('data:image/png') && !one.includes('https://'))).toEqual([]);
  });

  it('the authority and the identity provider only under the names of the contract', () => {
    // A response quotes the order that demands a declaration, by its number.
    expect(found(/\banaf\b|google/i).filter(one => !one.includes('Ordin ANAF/AVR 1337'))).toEqual([]);
  });
});
