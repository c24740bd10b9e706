import type { DocumentHeader, PersonRef } from '#shared/model/document.ts';
import type { DocumentEvent } from '#shared/model/timeline.ts';
import type { WithLines } from './definition.ts';
import { newEvent } from './timeline.ts';
import { sortedJson } from '#shared/base/kernel/records.ts';

/** What a change of a document changed, for its timeline: field by field, with the value before and after. Pure. */

/** `field` is a path as in error messages, such as `client.name` or `lines.0.unitPrice`; null: there was, or is, no value. */
export interface FieldChange {
  field: string;
  from: unknown;
  to: unknown;
}

/** Entries are shown with every document, so one entry lists at most so many fields, and long texts in part. */
const MOST_CHANGES = 50;
const MOST_CHARACTERS = 200;

/** Bookkeeping of the service, and what follows from fields that are listed. */
const NOT_LISTED = new Set([
  ...['version', 'updatedAt', 'linesHash', 'rowHash', 'timelineHash', 'seal', 'xmlPath', 'pdfPath', 'vatGroups', 'lines'],
  ...['id', 'lineNumber'],
]);

type Values = Map<string, unknown>;

/** The values of an object by path; lists that are not lines, and values of other types, are one value. */
function flattened(value: object, prefix: string, values: Values): Values {
  for (const [name, field] of Object.entries(value)) {
    if (NOT_LISTED.has(name)) continue;
    if (field !== null && typeof field === 'object' && !Array.isArray(field))
      flattened(field as object, `${prefix}${name}.`, values);
    else values.set(prefix + name, field);
  }
  return values;
}

function valuesOf(document: WithLines<DocumentHeader>): Values {
  const values = flattened(document, '', new Map<string, unknown>());
  for (const [place, line] of document.lines.entries()) flattened(line, `lines.${place}.`, values);
  return values;
}

/**
 * What an erasure removes from the copy of the client (infra/person/documents.ts). Entries of the timeline stay as they are, so they say
 * of these that they changed, and not from what to what.
 */
const HIDDEN = new Set(['client.cnp', 'client.email', 'client.phone', 'client.bankAccount', 'client.bankName']);

/** A value as it is listed: contact data hidden, long texts in part. */
function listed(field: string, value: unknown): unknown {
  if (value === undefined || value === null) return null;
  if (HIDDEN.has(field)) return '***';
  const text = typeof value === 'string' ? value : sortedJson(value);
  return text.length > MOST_CHARACTERS ? `${text.slice(0, MOST_CHARACTERS)}…` : value;
}

/** Sorts fields by their names, and lines by their places. A stored document has its fields in any order. */
const orderOf = (field: string): string => field.replace(/\d+/g, place => place.padStart(6, '0'));

/** The fields in which a document differs from how it was before, in the order of their names. */
export function changedFields(before: WithLines<DocumentHeader>, after: WithLines<DocumentHeader>): FieldChange[] {
  const [old, current] = [valuesOf(before), valuesOf(after)];
  return [...new Set([...old.keys(), ...current.keys()])]
    .sort((a, b) => (orderOf(a) < orderOf(b) ? -1 : 1))
    .map(field => ({ field, from: old.get(field) ?? null, to: current.get(field) ?? null }))
    .filter(({ from, to }) => sortedJson(from) !== sortedJson(to))
    .map(({ field, from, to }) => ({ field, from: listed(field, from), to: listed(field, to) }));
}

/**
 * The timeline entry `updated` of a change. Its metadata states in `changes` what changed; if that is more than an entry lists,
 * `moreChanges` says how many fields it left out.
 */
export function updatedEvent(
  before: WithLines<DocumentHeader>,
  after: WithLines<DocumentHeader>,
  details: string,
  by: PersonRef,
  metadata: Record<string, unknown> = {},
): DocumentEvent {
  const changes = changedFields(before, after);
  const omitted = changes.length - MOST_CHANGES;
  return newEvent<string>('updated', null, details, by, {
    ...metadata,
    changes: changes.slice(0, MOST_CHANGES),
    ...(omitted > 0 && { moreChanges: omitted }),
  });
}
