import type { JsonObject } from '../json.ts';
import type { Sides } from './bodies.ts';
import { breaking, type Change, type Direction, harmless, matched } from './change.ts';
import { contractOf } from './contract.ts';
import { compareOperation } from './operations.ts';
import { schemaComparison } from './schemas.ts';
import { webhooksOf } from '../webhooks.ts';
import { compareSchemes } from './security.ts';
import { referred, type Schemas } from './variants.ts';

type Operations = Record<string, JsonObject>;

/**
 * What changed for clients between two OpenAPI documents, in the order of the documents: operations, requests to webhooks, credentials.
 * Schemas that no operation uses are not compared, and descriptions and examples neither.
 */
export function compareDocuments(old: JsonObject, current: JsonObject): Change[] {
  const [before, after] = [contractOf(old), contractOf(current)];
  const [was, is] = [componentsOf(before), componentsOf(after)];
  const sides: Sides = {
    schemas: schemaComparison(was.schemas, is.schemas),
    old: response => was.responses[referred(response) ?? ''] ?? response,
    current: response => is.responses[referred(response) ?? ''] ?? response,
  };
  const compare = (from: Operations, to: Operations, sends: Direction): Change[] => {
    const { removed, added, kept } = matched(from, to);
    return [
      ...removed.map(place => breaking(place, 'removed')),
      ...added.map(place => harmless(place, 'added')),
      ...kept.flatMap(([place, one, other]) => compareOperation(one, other, sends, place, sides)),
    ];
  };
  return unique([
    ...compare(operationsOf(before['paths']), operationsOf(after['paths']), 'request'),
    ...compare(eventsOf(before), eventsOf(after), 'response'),
    ...compareSchemes(was.securitySchemes, is.securitySchemes),
  ]);
}

interface Components {
  schemas: Schemas;
  responses: Record<string, JsonObject>;
  securitySchemes: Record<string, JsonObject>;
}

const componentsOf = ({ components = {} }: JsonObject): Components => ({
  ...{ schemas: {}, responses: {}, securitySchemes: {} },
  ...(components as Partial<Components>),
});

/** The operations of a document by method and path: `POST /api/v1/invoices`. */
const operationsOf = (paths: unknown): Operations =>
  Object.fromEntries(
    Object.entries((paths ?? {}) as Record<string, Operations>).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => [`${method.toUpperCase()} ${path}`, operation]),
    ),
  );

/** The requests to webhooks by event. */
const eventsOf = (document: JsonObject): Operations =>
  Object.fromEntries(Object.entries(webhooksOf(document)).map(([event, { post = {} }]) => [`event ${event}`, post]));

const unique = (changes: Change[]): Change[] => [
  ...new Map(changes.map(change => [`${change.place}\n${change.what}`, change])).values(),
];
