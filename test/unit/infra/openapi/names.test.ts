import { expect, it } from 'vitest';
import type { JsonObject } from '../../../../infra/openapi/json.ts';
import { operationsOf, schemasOf, typesOf, wholeDocument } from './walk.ts';

/** Schemas have names, so that generated clients have types with names. */

const document = await wholeDocument();
const named = Object.keys(document.components.schemas);

it('the nouns of the API are named', () => {
  expect(named.length).toBeGreaterThan(200);
  expect(named).toEqual(
    expect.arrayContaining([
      'Invoice',
      'InvoiceLine',
      'InvoiceInput',
      'CreditNote',
      'Client',
      'Company',
      'Proforma',
      'DeliveryNote',
      'Payment',
      'Webhook',
      'Error',
    ]),
  );
  expect(named.filter(name => !/^[A-Z][A-Za-z]+$/.test(name))).toEqual([]);
});

/** Objects without a name, by their content. */
const anonymous = Map.groupBy(
  schemasOf(document).filter(
    ({ place, schema }) => 'properties' in schema && typesOf(schema).includes('object') && !named.includes(place),
  ),
  ({ schema }) => JSON.stringify(shapeOf(schema)),
);

/** The schema without descriptions, which may differ from place to place. */
function shapeOf(schema: JsonObject): unknown {
  return JSON.parse(
    JSON.stringify({ ...schema, type: 'object' }, (key, value: unknown) =>
      key === 'description' && typeof value === 'string' ? undefined : value,
    ),
  );
}

it('no object without a name is in two operations or two schemas', () => {
  const owners = [...anonymous.values()].map(places => [...new Set(places.map(({ place }) => place.replace(/[.[].*/, '')))]);
  expect(owners.filter(all => all.length > 1)).toEqual([]);
});

it('every JSON body is named', () => {
  const bodies = operationsOf(document).flatMap(([, { operationId, requestBody }]) => {
    const schema = requestBody?.content['application/json']?.schema;
    return schema && !('$ref' in schema) && !('oneOf' in schema) ? [operationId] : [];
  });
  expect(bodies).toEqual([]);
});
