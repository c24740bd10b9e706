import type { Lease } from '../../../store/lease.ts';
import { getItems } from '../../../store/read.ts';
import type { Key } from '../../../store/table.ts';

/** What the table holds of an `Idempotency-Key`, for 24 hours. */
export interface IdempotencyRecord extends Key, Lease {
  kind: 'idempotency';
  fingerprint: string;
  state: 'running' | 'answered';
  status?: number;
  /** Headers and body of the answer, packed and sealed. */
  body?: Uint8Array;
  /** Where the rest of the body is, if it is larger than an item. */
  rest?: { id: string; parts: number } | null;
  expiresAt: number;
}

/** An item may hold 400 KB; an answer that is larger, even compressed, goes on in items beside its record. */
const PART_BYTES = 350_000;

export const partKey = (key: Key, id: string, part: number): Key => ({ pk: key.pk, sk: `${key.sk}#${id}#${part}` });

/** Bytes in parts that fit into items; one at least. */
export const inParts = (bytes: Buffer): Buffer[] =>
  Array.from({ length: Math.max(1, Math.ceil(bytes.length / PART_BYTES)) }, (_, part) =>
    bytes.subarray(part * PART_BYTES, (part + 1) * PART_BYTES),
  );

/** The sealed body of an answered record, whole. */
export async function sealedBody(record: IdempotencyRecord): Promise<Uint8Array | undefined> {
  const { body, rest } = record;
  if (!body || !rest) return body;
  const parts = await getItems(Array.from({ length: rest.parts }, (_, part) => partKey(record, rest.id, part)));
  return Buffer.concat([body, ...parts.map(part => part?.['body'] as Uint8Array)]);
}
