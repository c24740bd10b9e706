import { describe, expect, it } from 'vitest';
import { loadCatalogue } from '../../../../infra/catalogue.ts';
import { operationsOf, schemasOf } from '../../../../infra/clients/operations.ts';
import { phpFiles } from '../../../../infra/clients/php/files.ts';
import { camel, pascal, snake } from '../../../../infra/clients/words.ts';
import { openApiDocument } from '../../../../infra/openapi/document.ts';
import { DOCUMENT } from './document.ts';

describe('the operations of a document', () => {
  it('are those that a program calls, by resource', () => {
    expect(operationsOf(DOCUMENT).map(({ resource, name, method }) => `${resource} ${name} ${method}`)).toEqual([
      'sales-orders list GET',
      'sales-orders create POST',
      'sales-orders remove DELETE',
      'sales-orders file GET',
      'sales-orders upload POST',
    ]);
  });

  it('have the records of lists with pages alone', () => {
    const records = operationsOf(DOCUMENT).map(({ name, record }) => [name, record !== undefined]);
    expect(records.filter(([, has]) => has)).toEqual([['list', true]]);
  });

  it('have arguments for the headers that a caller sets', () => {
    const headers = Object.fromEntries(operationsOf(DOCUMENT).map(one => [one.name, one.headers]));
    expect(headers).toMatchObject({ create: ['X-Company', 'Idempotency-Key'], remove: ['If-Match'] });
  });
});

it.each([
  ['delivery-notes', 'DeliveryNotes', 'deliveryNotes', 'delivery_notes'],
  ['isCreditNote', 'IsCreditNote', 'isCreditNote', 'is_credit_note'],
  ['uuid', 'Uuid', 'uuid', 'uuid'],
])('%s is written as other languages write names', (name, ...expected) => {
  expect([pascal(name), camel(name), snake(name)]).toEqual(expected);
});

describe('the document of the service', async () => {
  const document = await openApiDocument((await loadCatalogue()).endpoints, { serverUrl: 'https://api.example.com' });
  const operations = operationsOf(document);

  it('has all operations but those for browsers, each under a name of its own', () => {
    const all = Object.values(document['paths'] as object).flatMap(methods => Object.values(methods as object)) as {
      tags: string[];
    }[];
    const forBrowsers = all.filter(({ tags }) => tags[0] === 'pages' || tags[0] === 'mail-tracking');
    const redirects = 3;
    expect(operations).toHaveLength(all.length - forBrowsers.length - redirects);
    for (const write of [snake, camel])
      expect(new Set(operations.map(({ resource, name }) => `${write(resource)}.${write(name)}`)).size).toBe(operations.length);
  });

  it('has no schema that PHP could take for a class of the client', () => {
    const classes = Object.keys(phpFiles(document)).map(file => /\/(\w+)\.php$/.exec(file)?.[1]);
    // Aliases are imported where the classes are: only Types itself is.
    expect(schemasOf(document).filter(([name]) => ['Types', 'Request', 'Pages', 'UploadedFile'].includes(name))).toEqual([]);
    expect(classes).toContain('Invoices');
  });
});
