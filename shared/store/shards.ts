import { createHash } from 'node:crypto';

/** The shard of an id, from 0 to `shards` - 1, by a hash of the id: UUIDs v7 of the same moment share a prefix. @param shards at most 256 */
export const shardOf = (id: string, shards: number): number => (createHash('sha256').update(id).digest()[0] ?? 0) % shards;
