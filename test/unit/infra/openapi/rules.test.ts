import { describe, expect, it, test } from 'vitest';
import { TAGS } from '../../../../infra/openapi/tags.ts';
import { operationsOf, type Placed, schemasOf, typesOf, wholeDocument } from './walk.ts';

/** Rules for the schemas of the whole document, so that clients know the possible values of everything. */

const document = await wholeDocument();
const all = schemasOf(document);
const texts = all.filter(({ schema }) => typesOf(schema).includes('string'));

/** The places of schemas that violate a rule. */
const places = (schemas: Placed[]): string[] => [...new Set(schemas.map(({ place }) => place))].sort();

/** Fields whose name looks like a format that their values do not have. */
const OTHERWISE: Record<string, RegExp[]> = {
  date: [],
  // The day on which the last payment was made (SET-4).
  'date-time': [/\.paidAt$/],
  uuid: [
    // Ids that the tax authority, an authenticator or the caller has chosen.
    /\.(taxauthSubmissionId|taxauthDownloadId|etransportUploadId|messageId|downloadId)$/,
    /^TransportMessage\.uploadId$/,
    /^Passkey/,
    /^DocumentExtensions\.additionalDocumentReferences\[\]\.id$/,
    // Free text on invoices; any text is accepted, and named in the errors of a bulk deletion.
    /\.issuerId$/,
    /^BulkDeletion\.errors\[\]\.id$/,
    // An opaque name of the upload.
    /^AttachmentUpload\.uploadId$/,
  ],
  // As the tax authority states them.
  email: [/^(Listed)?Supplier(Detail)?\.email$/],
  // Not checked: an instance names itself.
  uri: [/\.instanceUrl$/],
};

const NAMES: [format: string, name: RegExp][] = [
  ['date', /(^date|Date)$/],
  ['date-time', /[a-z]At$/],
  ['uuid', /^(id|uuid)$|[a-z](Id|Uuid)$/],
  ['email', /(^email|Email)$/],
  ['uri', /(^url|Url)$/],
];

describe('texts have the format that their name suggests', () => {
  /** Instants in details of the tax authority's messages are named as the authority names them. */
  const INSTANT_DATES = /^AuthorityMessageDetails\.(stateDate|acceptedDate)$/;

  test.each(NAMES)('%s', (format, name) => {
    const named = texts.filter(text => name.test(text.name) && !INSTANT_DATES.test(text.place));
    expect(named.length).toBeGreaterThan(2);
    const others = named.filter(({ schema }) => schema['format'] !== format);
    expect(places(others).filter(place => !OTHERWISE[format]?.some(pattern => pattern.test(place)))).toEqual([]);
  });

  test('every exception is needed', () => {
    const unneeded = Object.entries(OTHERWISE).flatMap(([format, patterns]) =>
      patterns.filter(pattern => !texts.some(({ place, schema }) => pattern.test(place) && schema['format'] !== format)),
    );
    expect(unneeded).toEqual([]);
  });
});

describe('schemas', () => {
  it('have a type or another constraint', () => {
    expect(places(all.filter(({ schema }) => Object.keys(schema).every(key => key === 'description')))).toEqual([]);
  });

  it('define the members that they require', () => {
    const undefinedOnes = all.flatMap(({ place, schema }) => {
      const { required = [], properties } = schema as { required?: string[]; properties?: object };
      return properties ? required.filter(name => !(name in properties)).map(name => `${place}.${name}`) : [];
    });
    expect(undefinedOnes).toEqual([]);
  });

  it('say what their arrays hold', () => {
    const isArray = ({ schema }: Placed): boolean => typesOf(schema).includes('array');
    expect(all.filter(isArray).length).toBeGreaterThan(100);
    expect(places(all.filter(one => isArray(one) && !('items' in one.schema) && !('prefixItems' in one.schema)))).toEqual([]);
  });

  it('list the values of fields that have a fixed set of values', () => {
    const fixed =
      /^(status|role|direction|documentType|language|locale|paymentMethod|source|type|frequency)$|(Status|ategoryCode)$/;
    const open = texts.filter(({ name, schema }) => fixed.test(name) && !('enum' in schema) && !('const' in schema));
    // A page is shown for any text; the types of problems are addresses (RFC 9457).
    expect(places(open)).toEqual(['ProblemDetails.type', 'pages-taxauth-link?status']);
  });

  it('have no format together with a pattern, and no limits of the machine', () => {
    expect(places(all.filter(({ schema }) => 'format' in schema && 'pattern' in schema))).toEqual([]);
    expect(JSON.stringify(document)).not.toContain(String(Number.MAX_SAFE_INTEGER));
  });

  it('leave out fields that are rejected', () => {
    const { properties } = document.components.schemas['DocumentSeriesChange'] as { properties: object };
    expect(Object.keys(properties)).toEqual(['name', 'currentNumber', 'nextNumber', 'active', 'isDefault', 'reason']);
  });
});

describe('parameters', () => {
  const parameters = operationsOf(document).flatMap(([, { operationId, parameters: own }]) =>
    own.map(parameter => ({ ...parameter, place: `${operationId}?${parameter.name}` })),
  );

  it('are numbers and booleans where they are read as such', () => {
    for (const { name, place, schema } of parameters)
      if (['page', 'limit'].includes(name)) expect(schema, place).toMatchObject({ type: 'integer', minimum: 1 });
    const asText = parameters.filter(({ schema }) => JSON.stringify(schema['enum']) === '["true","false"]');
    expect(asText.map(({ place }) => place)).toEqual([]);
    expect(parameters.filter(({ schema }) => schema['type'] === 'boolean').length).toBeGreaterThan(5);
  });

  it('have one type each, and cannot be null', () => {
    expect(parameters.filter(({ schema }) => typeof schema['type'] !== 'string').map(({ place }) => place)).toEqual([]);
  });

  it('an Idempotency-Key has at least one character', () => {
    const keys = parameters.filter(({ name }) => name === 'Idempotency-Key');
    expect(keys.length).toBeGreaterThan(50);
    for (const { schema, place } of keys) expect(schema, place).toMatchObject({ minLength: 1 });
  });
});

it('a PATCH needs a field', () => {
  /** Accepts an empty body, and changes nothing then. */
  const EMPTY = ['companies-update'];
  const bodies = operationsOf(document).flatMap(([method, { operationId, requestBody }]) => {
    const schema = method === 'patch' ? Object.values(requestBody?.content ?? {})[0]?.schema : undefined;
    const name = (schema?.['$ref'] as string | undefined)?.replace('#/components/schemas/', '');
    return schema ? [{ operationId, schema: name === undefined ? schema : document.components.schemas[name] }] : [];
  });
  expect(bodies.length).toBeGreaterThan(10);
  const without = bodies.filter(({ schema }) => schema?.['minProperties'] !== 1);
  expect(without.map(({ operationId }) => operationId)).toEqual(EMPTY);
});

it('every area has a description, and is in one group', () => {
  expect(document.tags.filter(({ description }) => !description)).toEqual([]);
  const areas = operationsOf(document).map(([, { tags }]) => tags[0]);
  expect([...new Set(areas)].sort()).toEqual(Object.keys(TAGS).sort());
  const groups = document['x-tagGroups'] as { tags: string[] }[];
  expect(groups.flatMap(({ tags }) => tags)).toEqual(document.tags.map(({ name }) => name));
});
