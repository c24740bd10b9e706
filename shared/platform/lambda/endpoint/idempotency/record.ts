import type { Lease } from '#shared/platform/store/lease.ts';
import { getItems } from '#shared/platform/store/read.ts';
import type { Key } from '#shared/platform/store/table.ts';

/** The table item of an `Idempotency-Key`, with a TTL of 24 hours. */
export interface IdempotencyRecord extends Key, Lease {
  kind: 'idempotency';
  fingerprint: string;
  state: 'running' | 'answered';
  status?: number;
  /** Headers and body of the response, compressed and encrypted. */
  body?: Uint8Array;
  /** The further items that continue `body`, if it is larger than one item. */
  rest?: { id: string; parts: number } | null;
  expiresAt: number;
}

/** An item may hold 400 KB; a response that is larger even when compressed continues in further items. */
const PART_BYTES = 350_000;

export const partKey = (key: Key, id: string, part: number): Key => ({ pk: key.pk, sk: `${key.sk}#${id}#${part}` });

/** Splits bytes into parts that fit into one item each; at least one part. */
export const inParts = (bytes: Buffer): Buffer[] =>
  Array.from({ length: Math.max(1, Math.ceil(bytes.length / PART_BYTES)) }, (_, part) =>
    bytes.subarray(part * PART_BYTES, (part + 1) * PART_BYTES),
  );

/** The complete encrypted body of an answered record; reads its further parts from the table. */
export async function sealedBody(record: IdempotencyRecord): Promise<Uint8Array | undefined> {
  const { body, rest } = record;
  if (!body || !rest) return body;
  const parts = await getItems(Array.from({ length: rest.parts }, (_, part) => partKey(record, rest.id, part)));
  return Buffer.concat([body, ...parts.map(part => part?.['body'] as Uint8Array)]);
}
