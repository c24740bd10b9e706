import { isPage } from '#shared/platform/lambda/endpoint/conventions/page-links.ts';
import type { EndpointDefinition } from '#shared/platform/lambda/endpoint/definition.ts';
import { keepsIdempotency } from '../api/declared-errors.ts';
import { isObject, type JsonObject } from './json.ts';

/** The headers of responses (docs/http.md). Those of the transport, such as `Content-Length`, and of security are described in words. */

const text = { type: 'string' };

const HEADERS = {
  'X-Request-Id': { description: 'Id of the request, for reports of problems.', schema: text },
  'Cache-Control': { description: 'Whether the response may be kept: `no-store` on almost all.', schema: text },
  RateLimit: {
    description:
      'Requests left of each limit that counts the request, and the seconds until more are available. Missing where no limit counts it, also on a request that was refused before it was counted.',
    schema: text,
  },
  'RateLimit-Policy': {
    description: 'Each limit: its number of requests, and its window in seconds. Missing together with `RateLimit`.',
    schema: text,
  },
  'Retry-After': {
    description: 'Seconds to wait. Missing where waiting does not help, since the service does not have what the message names.',
    schema: { type: 'integer' },
  },
  'WWW-Authenticate': { description: 'What is wrong with the credential (RFC 6750).', schema: text },
  ETag: { description: 'Changes with the response; for `If-Match` and `If-None-Match`.', schema: text },
  'Idempotent-Replayed': {
    description: '`true`: the response is that of an earlier request with the same `Idempotency-Key`. Otherwise missing.',
    schema: { ...text, enum: ['true'] },
  },
  Link: { description: 'Other pages of the list: `first`, `prev`, `next` and `last` (RFC 8288).', schema: text },
  Location: { description: 'Where to go on.', schema: text },
  'Content-Disposition': { description: 'Whether to show or to save the file, and its name.', schema: text },
  'Content-Language': { description: 'Language of the page.', schema: text },
  'X-Generated-At': { description: 'When the file was made.', schema: { ...text, format: 'date-time' } },
  'X-Upload-Date': { description: 'When the file was uploaded.', schema: { ...text, format: 'date-time' } },
  'X-Total-Records': { description: 'Number of records in the file.', schema: { type: 'integer' } },
  Deprecation: { description: 'Since when the operation should not be used any more (RFC 9745).', schema: text },
  Sunset: { description: 'From when on the operation may no longer answer (RFC 8594).', schema: text },
} satisfies Record<string, JsonObject>;

/** The components that responses refer to, by name. @param parts of the document that have all responses */
export function headersUsed(...parts: JsonObject[]): JsonObject {
  const text = JSON.stringify(parts);
  return Object.fromEntries(Object.entries(HEADERS).filter(([name]) => text.includes(`"#/components/headers/${name}"`)));
}

type HeaderName = keyof typeof HEADERS;

const refer = (names: readonly HeaderName[]): JsonObject =>
  Object.fromEntries(names.map(name => [name, { $ref: `#/components/headers/${name}` }]));

const EVERY: readonly HeaderName[] = ['X-Request-Id', 'Cache-Control'];
const COUNTED: readonly HeaderName[] = ['RateLimit', 'RateLimit-Policy'];

/** Headers that the function of an operation itself sends, by operation id. */
const OWN: Record<string, readonly HeaderName[]> = {
  'invoices-pdf': ['Content-Disposition', 'X-Generated-At'],
  'proforma-invoices-pdf': ['Content-Disposition', 'X-Generated-At'],
  'delivery-notes-pdf': ['Content-Disposition', 'X-Generated-At'],
  'share-pdf': ['Content-Disposition', 'X-Generated-At'],
  'invoices-xml': ['Content-Disposition'],
  'share-xml': ['Content-Disposition'],
  'invoices-signature': ['Content-Disposition'],
  'invoices-taxauth-response': ['Content-Disposition'],
  'document-series-audit': ['Content-Disposition'],
  'exports-get': ['Content-Disposition'],
  'reports-exchange-differences': ['Content-Disposition'],
  'reports-journal': ['Content-Disposition'],
  'reports-ledger': ['Content-Disposition'],
  'reports-balance': ['Content-Disposition'],
  'reports-vat': ['Content-Disposition'],
  'reports-declarations': ['Content-Disposition'],
  'reports-control-file': ['Content-Disposition', 'X-Generated-At'],
  'reports-series-decision': ['Content-Disposition', 'X-Generated-At'],
  'reports-cash-journal': ['Content-Disposition', 'X-Generated-At'],
  'receipts-get': ['Content-Disposition', 'X-Generated-At'],
  'reports-statement': ['Content-Disposition', 'X-Generated-At'],
  'exports-csv': ['Content-Disposition', 'X-Total-Records'],
  'attachments-download': ['Content-Disposition', 'X-Upload-Date'],
};

/** Headers that a status has in addition. */
const OF_STATUS: Record<string, readonly HeaderName[]> = {
  401: ['WWW-Authenticate'],
  429: ['Retry-After'],
  // Of a PDF that could not be rendered.
  500: ['Retry-After'],
  503: ['Retry-After'],
};

/**
 * The headers of an error: those that an error of any operation may have, since operations share them.
 *
 * @param toBrowser the error is a page for browsers
 */
export const errorHeaders = (status: number, toBrowser = false): JsonObject =>
  refer([
    ...(toBrowser ? (['Content-Language'] as const) : []),
    ...EVERY,
    ...COUNTED,
    ...(status < 500 && !toBrowser ? (['Idempotent-Replayed'] as const) : []),
    ...(OF_STATUS[status] ?? []),
  ]);

/** The headers of a response that an operation declares. @param schema of its JSON body, if it has one */
export function responseHeaders(
  operationId: string,
  definition: Pick<EndpointDefinition, 'method' | 'path' | 'auth' | 'uncounted' | 'version' | 'deprecated' | 'errorPage'>,
  status: number,
  schema: JsonObject | undefined,
  components: JsonObject,
): JsonObject {
  const isList = definition.method === 'GET' && status === 200 && isPage(resolved(schema, components));
  return refer([
    ...EVERY,
    ...(definition.uncounted ? [] : COUNTED),
    ...(definition.version && (status === 200 || status === 304) ? (['ETag'] as const) : []),
    ...(keepsIdempotency(definition) && status < 500 ? (['Idempotent-Replayed'] as const) : []),
    ...(isList || definition.deprecated?.link ? (['Link'] as const) : []),
    ...(status === 302 ? (['Location'] as const) : []),
    ...(definition.errorPage ? (['Content-Language'] as const) : []),
    ...(status < 400 ? (OWN[operationId] ?? []) : []),
    ...(OF_STATUS[status] ?? []),
    ...(definition.deprecated ? (['Deprecation'] as const) : []),
    ...(definition.deprecated?.sunset ? (['Sunset'] as const) : []),
  ]);
}

/** For each field of a body a number, so that the rule for pages can be asked: all of a page's own fields are numbers. */
function resolved(schema: JsonObject | undefined, components: JsonObject): Record<string, number> {
  const name =
    String(schema?.['$ref'] ?? '')
      .split('/')
      .at(-1) ?? '';
  const found = name === '' ? schema : components[name];
  const properties = isObject(found) && isObject(found['properties']) ? found['properties'] : {};
  return Object.fromEntries(Object.keys(properties).map(field => [field, 1]));
}
