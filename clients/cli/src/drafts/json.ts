import { BUYER_FIELDS, DOCUMENT_FIELDS, LINE_FIELDS } from './fields.ts';
import { unknownName } from './names.ts';
import type { Buyer, Draft, FileDraft } from './read.ts';

/** The invoices of a JSON file: one, or a list of them. @throws Error with every field that is not known */
export function draftsInJson(text: string): FileDraft[] {
  const value = JSON.parse(text) as unknown;
  const bodies = Array.isArray(value) ? (value as unknown[]) : [value];
  const problems = bodies.flatMap((body, place) => {
    if (!isRecord(body)) return [`invoice ${place + 1} must be an object`];
    const lines = Array.isArray(body['lines']) ? (body['lines'] as unknown[]).filter(isRecord) : [];
    return [
      ...unknownFields(body, { ...DOCUMENT_FIELDS, ...BUYER_FIELDS }, `invoice ${place + 1}: `),
      ...lines.flatMap((line, at) => unknownFields(line, LINE_FIELDS, `invoice ${place + 1}: lines.${at}.`)),
    ];
  });
  if (problems.length > 0) throw new Error(problems.join('\n'));
  return (bodies as Draft[]).map(({ cif, client, ...body }, place) => {
    const buyer: Buyer = { ...(typeof cif === 'string' && { cif }), ...(typeof client === 'string' && { name: client }) };
    return { place: { row: place + 1 }, body, ...(Object.keys(buyer).length > 0 && { buyer }) };
  });
}

const isRecord = (value: unknown): value is Draft => typeof value === 'object' && value !== null && !Array.isArray(value);

const unknownFields = (record: Draft, known: object, before: string): string[] =>
  Object.keys(record)
    .filter(name => !(name in known))
    .map(name => before + unknownName(name, Object.keys(known)));
