import { createHash } from 'node:crypto';

/** Which of `shards` parts an id belongs to, from 0. Ids of one moment begin alike, so that a hash of all of it chooses. */
export const shardOf = (id: string, shards: number): number => (createHash('sha256').update(id).digest()[0] ?? 0) % shards;
