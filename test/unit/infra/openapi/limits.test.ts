import { describe, expect, it, test } from 'vitest';
import { loadCatalogue } from '../../../../infra/catalogue.ts';
import { span } from '../../../../infra/openapi/limits.ts';
import { BUCKETS, COMPANY_BUCKETS, COMPANY_WINDOWS, WINDOWS } from '#shared/platform/lambda/limits/policies.ts';
import { operationsOf, wholeDocument } from './walk.ts';

/** Operations with a rate limit of their own state it in their description: the number, the time, and the callers. */

const document = await wholeDocument();
const { endpoints } = await loadCatalogue();
const description = Object.fromEntries(operationsOf(document).map(([, one]) => [one.operationId, one.description ?? '']));

describe('the limit per address of an operation', () => {
  const limited = endpoints.flatMap(({ name, handler: { definition } }) =>
    definition.window ? [{ name, ...WINDOWS[definition.window] }] : [],
  );

  test.each(limited)('$name', ({ name, limit, seconds }) => {
    expect(description[name]).toContain(`At most ${limit} requests in ${span(seconds)} from one IP address (429).`);
  });

  it('there are such operations for each limit', () => {
    const used = new Set(endpoints.map(({ handler }) => handler.definition.window));
    expect(Object.keys(WINDOWS).filter(name => !(used as Set<unknown>).has(name))).toEqual([]);
  });
});

describe('the limit per company of an operation', () => {
  test.each([
    ['invoices-pdf', COMPANY_BUCKETS.pdfRenders.size],
    ['proforma-invoices-pdf', COMPANY_BUCKETS.pdfRenders.size],
    ['delivery-notes-pdf', COMPANY_BUCKETS.pdfRenders.size],
    ['share-pdf', COMPANY_BUCKETS.pdfRenders.size],
    ['pdf-template-config-preview', COMPANY_BUCKETS.templatePreviews.size],
    ['invoices-validate', COMPANY_BUCKETS.fullValidations.size],
    ['document-series-audit', COMPANY_BUCKETS.seriesAudits.size],
    ['exports-csv', COMPANY_WINDOWS.csvExports.limit],
    ['exports-zip', COMPANY_WINDOWS.zipExports.limit],
    ['attachments-start-upload', COMPANY_WINDOWS.startedUploads.limit],
  ])('%s: %i', (name, limit) => {
    expect(description[name]).toMatch(new RegExp(`\\b${limit}\\b`));
    expect(description[name]).toContain('429');
  });
});

test('the general limits are in the description of the API', () => {
  const { description: api } = document['info'] as { description: string };
  for (const { size, refill, everySeconds } of Object.values(BUCKETS))
    for (const number of [size, refill, everySeconds]) expect(api).toContain(String(number));
});

test.each([
  [60, 'a minute'],
  [3600, 'an hour'],
  [900, '15 minutes'],
  [7200, '2 hours'],
  [90, '90 seconds'],
])('%i seconds are %s', (seconds, words) => {
  expect(span(seconds)).toBe(words);
});
